import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { readText } from "../../../disk/read.ts";
import { openRoot } from "../../../disk/roots.ts";
import { copyFile, makeFolder, move, removeFile, writeWhole } from "../../../disk/write.ts";
import { relativeLink, type Content, type Destination } from "./destination.ts";

/** A folder that a web server serves. */
export function folderDestination(folder: string): Destination {
  openRoot(folder);
  return {
    name: folder,
    read: (path) => {
      const file = join(folder, path);
      return Promise.resolve(existsSync(file) ? readText(file) : null);
    },
    put: (path, content) => put(join(folder, path), content),
    link: relativeLink,
  };
}

/** Writes under a temporary name first, because the server may be reading the file. */
async function put(path: string, content: Content): Promise<void> {
  if ("text" in content) {
    writeWhole(path, [Buffer.from(content.text)], 0o644);
    return;
  }
  makeFolder(dirname(path));
  const temporary = `${path}.part`;
  try {
    await copyFile(content.file, temporary);
    move(temporary, path);
  } finally {
    removeFile(temporary);
  }
}
