import { readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdBlocks } from "../../src/bundler/write/compress.ts";
import { withFolders, type Entry } from "../../src/bundler/write/entries.ts";
import { squashfs } from "../../src/bundler/write/squashfs/image.ts";
import { thisMachine } from "./this-machine.ts";

const { architecture } = thisMachine;
const stub = join(import.meta.dir, `../../src/bundler/linux/stub/appimage-${architecture}`);

/** A whole AppImage, by what is in it. */
export async function imageOf(entries: readonly Entry[]): Promise<Buffer> {
  const contents = await squashfs(withFolders(entries), {
    time: 0,
    compress: zstdBlocks(1),
    blockSize: 4096,
  });
  return Buffer.concat([readFileSync(stub), contents]);
}

/** A whole AppImage; started, it adds a line with its name and its arguments to the file that STARTED names. */
export async function startableImage(name: string): Promise<Buffer> {
  const bytes = Buffer.from(`#!/bin/sh\necho "${name}: $*" >> "$STARTED"\n`);
  return await imageOf([{ kind: "file", path: "AppRun", mode: 0o755, bytes }]);
}
