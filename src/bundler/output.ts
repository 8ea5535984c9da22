import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

// Whatever has its final name is complete: files and folders are made under another name on the same disk, and
// renamed.

/** What a file is made of, one behind the other: a whole of it would be as large once more. */
export type Pieces = readonly Uint8Array[];

/**
 * Adds the file to an error of the system that names none, as those of writes to an open file do: on a full disk the
 * path tells which disk.
 */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.message.includes(path)) return error;
  return Object.assign(error, { path, message: `${error.message} '${path}'` });
}

/** Writes a file with exactly these permission bits. */
export function writeFile(path: string, content: Uint8Array | Pieces, mode: number): void {
  const file = openSync(path, "w");
  try {
    for (const piece of content instanceof Uint8Array ? [content] : content) writeFileSync(file, piece);
  } catch (error) {
    throw withPath(error, path);
  } finally {
    closeSync(file);
  }
  // Not given to the write: there the umask of the shell would have a say.
  chmodSync(path, mode);
}

/** Writes a file under a temporary name and renames it. */
export function writeWhole(path: string, content: Uint8Array | Pieces, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.part`;
  try {
    writeFile(temporary, content, mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** A folder to make things in; it is removed at the end of its scope. */
export interface WorkFolder extends Disposable {
  readonly path: string;
}

/** Makes an empty folder, without what a build that was killed left there. */
export function openWorkFolder(path: string): WorkFolder {
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  remove();
  mkdirSync(path, { recursive: true });
  return { path, [Symbol.dispose]: remove };
}

/** Moves a finished file or folder out of a work folder. What an earlier build made there is replaced. */
export function putInPlace(made: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (!isFolder(made) || !isFolder(path)) {
    renameSync(made, path);
    return;
  }
  // A folder that holds something is never replaced by a rename.
  const before = `${made}.before`;
  renameSync(path, before);
  try {
    renameSync(made, path);
  } catch (error) {
    renameSync(before, path);
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
