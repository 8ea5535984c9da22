import { lstatSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { openRoot } from "../disk/roots.ts";
import { emptyFolder, makeFolder, move, removeFolder, writeWhole } from "../disk/write.ts";

// Whatever has its final name is complete: files and folders are made under another name on the
// same disk, and renamed.

/** Writes a whole file where a caller of this room says. Within a build that is below its root. */
export function writeNamed(path: string, content: Uint8Array, mode: number): void {
  openRoot(dirname(path));
  writeWhole(path, content, mode);
}

/** A folder to make things in; it is removed at the end of its scope. */
export interface WorkFolder extends Disposable {
  readonly path: string;
}

/** Makes an empty folder, without what a build that was killed left there. */
export function openWorkFolder(path: string): WorkFolder {
  emptyFolder(path);
  return { path, [Symbol.dispose]: () => removeFolder(path) };
}

/**
 * Moves a finished file or folder out of a work folder. What an earlier build made there is
 * replaced.
 */
export function putInPlace(made: string, path: string): void {
  makeFolder(dirname(path));
  if (!isFolder(made) || !isFolder(path)) {
    move(made, path);
    return;
  }
  // A folder that holds something is never replaced by a rename.
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
