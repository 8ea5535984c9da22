// Another program of Windows: has a file open, which others may read meanwhile and no more, from
// when it says so until it is ended.
import { writeSync } from "node:fs";
import { fileapi } from "../../../src/native/windows/lib/fileapi.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";

const [path = ""] = process.argv.slice(2);
const [genericRead, shareRead, openExisting] = [0x80000000, 1, 3];
if (fileapi.CreateFileW(wide(path), genericRead, shareRead, null, openExisting, 0, 0) === -1)
  throw new Error(`Cannot open "${path}"`);
writeSync(1, "held\n");
setInterval(() => {}, 60_000);
