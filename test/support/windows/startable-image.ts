import { readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdBlocks } from "../../../src/bundler/write/compress.ts";
import { withFolders, type Entry } from "../../../src/bundler/write/entries.ts";
import { writeSquashfs } from "../../../src/bundler/write/squashfs/image.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { thisMachine } from "../this-machine.ts";

const { architecture } = thisMachine;
const stub = join(import.meta.dir, `../../../src/bundler/linux/stub/appimage-${architecture}`);

/** A whole AppImage, by what is in it. */
export async function imageOf(entries: readonly Entry[]): Promise<Buffer> {
  using folder = tempDir();
  const path = join(folder.path, "image");
  const options = { head: readFileSync(stub), time: 0, compress: zstdBlocks(1), blockSize: 4096 };
  await writeSquashfs(path, withFolders(entries), options);
  return readFileSync(path);
}

/**
 * A whole AppImage; started, it adds a line with its name and its arguments to the file that
 * STARTED names.
 */
export async function startableImage(name: string): Promise<Buffer> {
  const bytes = Buffer.from(`#!/bin/sh\necho "${name}: $*" >> "$STARTED"\n`);
  return await imageOf([{ kind: "file", path: "AppRun", mode: 0o755, bytes }]);
}
