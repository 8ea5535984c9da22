// A terminal that an app is started from, as by its name in cmd.exe: it has the console, and the
// app none of its streams.
//
//   bun terminal-parent-program.ts APP ARGUMENT: says as JSON what stands in the console when the
//   app has ended

import {
  PROCESS_INFORMATION,
  STARTUPINFOW,
  kernel32,
} from "../../../src/native/windows/lib/kernel32.ts";
import { library } from "../../../src/native/windows/library.ts";
import { wide, wideRoom, wideTextOf } from "../../../src/native/windows/wide-text.ts";
import { addressOf } from "../../../src/native/windows/com/client.ts";

const consoles = library("kernel32.dll", {
  FreeConsole: ">b",
  AllocConsole: ">b",
  GetStdHandle: "u>l",
  // (console, room, units, place, out: units read)
  ReadConsoleOutputCharacterW: "lpuup>b",
});

const [app = "", argument = ""] = process.argv.slice(2);
consoles.FreeConsole();
consoles.AllocConsole();
const started = PROCESS_INFORMATION.make();
const start = STARTUPINFOW.make({ cb: STARTUPINFOW.size });
kernel32.CreateProcessW(
  wide(app),
  wide(`"${app}" "${argument}"`),
  null,
  null,
  false,
  0,
  null,
  null,
  start.bytes,
  started.bytes,
);
const forever = 0xffff_ffff;
kernel32.WaitForSingleObject(started.get("hProcess"), forever);
const output = consoles.GetStdHandle(0xffff_fff5);
const room = wideRoom(4000);
const read = new Uint32Array(new ArrayBuffer(4));
consoles.ReadConsoleOutputCharacterW(output, room, 4000, 0, read);
console.log(JSON.stringify(wideTextOf(addressOf(room), read[0] ?? 0).trim()));
