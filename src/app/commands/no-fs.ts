import type { FsPart } from "./fs.ts";
import { leftOut } from "../calls/not-allowed.ts";

/** For an app in which no page may read or change files. */
export const fs: FsPart = {
  "fs.readTextFile": leftOut("fs.readTextFile"),
  "fs.readBinaryFile": leftOut("fs.readBinaryFile"),
  "fs.writeTextFile": leftOut("fs.writeTextFile"),
  "fs.writeBinaryFile": leftOut("fs.writeBinaryFile"),
  "fs.copyFile": leftOut("fs.copyFile"),
  "fs.renameFile": leftOut("fs.renameFile"),
  "fs.removeFile": leftOut("fs.removeFile"),
  "fs.createDir": leftOut("fs.createDir"),
  "fs.removeDir": leftOut("fs.removeDir"),
  "fs.readDir": leftOut("fs.readDir"),
  "fs.exists": leftOut("fs.exists"),
};
