// Another program of Windows: writes down the texts of all dialogs that are shown, those of their
// parts included.
import { writeSync } from "node:fs";
// oxlint-disable-next-line no-restricted-imports
import { dlopen } from "bun:ffi";
import { wide } from "../../../src/native/windows/wide-text.ts";

const { symbols: user32 } = dlopen("user32.dll", {
  FindWindowExW: { args: ["usize", "usize", "ptr", "ptr"], returns: "usize" },
  IsWindowVisible: { args: ["usize"], returns: "i32" },
  SendMessageW: { args: ["usize", "u32", "usize", "ptr"], returns: "i64" },
});

type Handle = number | bigint;

function* windowsIn(parent: Handle, className: string | null): Generator<Handle> {
  for (let last: Handle = 0n; ;) {
    last = user32.FindWindowExW(parent, last, className === null ? null : wide(className), null);
    if (BigInt(last) === 0n) return;
    yield last;
  }
}

function textOf(window: Handle): string {
  const text = Buffer.alloc(8192);
  const getText = 0x000d;
  const length = user32.SendMessageW(window, getText, text.length / 2, text);
  return text.toString("utf16le", 0, Number(length) * 2);
}

const dialogs = [...windowsIn(0n, "#32770")].filter(
  (dialog) => user32.IsWindowVisible(dialog) !== 0,
);
const texts = dialogs.flatMap((dialog) => [dialog, ...windowsIn(dialog, null)].map(textOf));
writeSync(1, `${JSON.stringify(texts)}\n`);
