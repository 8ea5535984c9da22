import { kernel32 } from "./lib/kernel32.ts";
import { wideRoom, wideTextIn } from "./wide-text.ts";

const FORMAT_MESSAGE_FROM_SYSTEM = 0x1000;
const FORMAT_MESSAGE_IGNORE_INSERTS = 0x200;

/** The reason why the previous call has failed, in Windows' own words if it has some. */
export function lastError(): string {
  const code = kernel32.GetLastError();
  const room = wideRoom(512);
  const flags = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
  const length = kernel32.FormatMessageW(flags, null, code, 0, room, 512, null);
  const words = length === 0 ? "" : wideTextIn(room).trim().replace(/\.$/, "");
  return words === "" ? `Windows error ${code}` : `${words} (Windows error ${code})`;
}
