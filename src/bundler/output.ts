import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { openRoot } from "../disk/roots.ts";
import {
  emptyFolder,
  makeFolder,
  move,
  removeFolder,
  writeWhole,
  type Pieces,
} from "../disk/write.ts";

// A file with its final name is complete: files and folders are made under another name on the same
// disk, and renamed.

/** Writes a whole file at a caller's path. Within a build that is below its root. */
export function writeNamed(path: string, content: Uint8Array | Pieces, mode: number): void {
  openRoot(dirname(path));
  writeWhole(path, content, mode);
}

/** A work folder; it is removed at the end of its scope. */
export interface WorkFolder extends Disposable {
  readonly path: string;
}

/** Creates an empty folder, without the remains of a killed build. */
export function openWorkFolder(path: string): WorkFolder {
  emptyFolder(path);
  return { path, [Symbol.dispose]: () => removeFolder(path) };
}

/**
 * Moves a finished file or folder out of a work folder. An earlier build's result there is
 * replaced.
 */
export function putInPlace(made: string, path: string): void {
  makeFolder(dirname(path));
  if (!isFolder(made) || !isFolder(path)) {
    move(made, path);
    return;
  }
  // A rename never replaces a non-empty folder.
  const before = `${made}.before`;
  move(path, before);
  try {
    move(made, path);
  } catch (error) {
    move(before, path);
    throw error;
  }
}

/** The size of a file, or of all files in a folder. */
export function sizeOf(path: string): number {
  if (!isFolder(path)) return lstatSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
