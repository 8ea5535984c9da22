import { readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdBlocks } from "../../src/bundler/write/compress.ts";
import { squashfs } from "../../src/bundler/write/squashfs/image.ts";
import { thisMachine } from "./this-machine.ts";

const { architecture } = thisMachine;
const stub = join(import.meta.dir, `../../src/bundler/linux/stub/appimage-${architecture}`);

/** A whole AppImage; started, it adds a line with its name and its arguments to the file that STARTED names. */
export async function startableImage(name: string): Promise<Buffer> {
  const bytes = Buffer.from(`#!/bin/sh\necho "${name}: $*" >> "$STARTED"\n`);
  const entries = [{ kind: "file", path: "AppRun", mode: 0o755, bytes }] as const;
  const contents = await squashfs(entries, { time: 0, compress: zstdBlocks(1), blockSize: 4096 });
  return Buffer.concat([readFileSync(stub), contents]);
}
