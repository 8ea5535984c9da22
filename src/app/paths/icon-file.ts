import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import type { IconFile } from "../../contract/shipped/pack.ts";

/** Reads a file that the app was made with, from disk or from the pack. */
export function readIconFile(file: IconFile, pack: string): Uint8Array {
  if (file.kind === "file") return readFileSync(file.path);
  const descriptor = openSync(pack, "r");
  try {
    const bytes = new Uint8Array(file.length);
    readSync(descriptor, bytes, 0, bytes.length, file.offset);
    return bytes;
  } finally {
    closeSync(descriptor);
  }
}
