// Another program of Windows: it keeps the clipboard open from its first line until it gets one.
import { readSync, writeSync } from "node:fs";
import { user32 } from "../../../src/native/windows/lib/user32.ts";

if (user32.OpenClipboard(0) === 0) throw new Error("Cannot open the clipboard");
writeSync(1, "held\n");
readSync(0, new Uint8Array(1));
user32.CloseClipboard();
