import { openSync, readSync } from "node:fs";

/**
 * The file with the app's content. It stays open while the app lives: an update, or a package
 * manager, puts another version at its path, with different offsets.
 */
export interface Pack {
  readonly path: string;
  readonly descriptor: number;
}

export function openPack(path: string): Pack {
  return { path, descriptor: openSync(path, "r") };
}

export function readPack(
  { descriptor }: Pack,
  offset: number,
  length: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  readSync(descriptor, bytes, 0, length, offset);
  return bytes;
}
