import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  lstatSync,
  lutimesSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { copyFile as copyLater, open, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { at, atLater, isCode, refuseLink, rootOf } from "./place.ts";
import { PathError } from "./roots.ts";

// All that the tool writes, moves and removes. Paths are absolute and lie below a root; no link on
// their way is followed. A file is always a new one: what had its name, a link or a pipe too, is
// removed, so what another name of the same file leads to stays as it is.

/** What a file is made of, one behind the other: a whole of it would be as large once more. */
export type Pieces = Iterable<Uint8Array>;

const newFile =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * Writes a new file in a folder that is there.
 * @param mode exactly these permission bits; by default those that the umask of the shell leaves
 */
export function writeFile(
  path: string,
  content: string | Uint8Array | Pieces,
  mode?: number,
): void {
  at(path, (place) => {
    unlinkIfThere(place);
    // Never readable by others before it has its own bits.
    const file = openSync(place, newFile, mode === undefined ? 0o666 : mode & 0o700);
    try {
      for (const piece of typeof content === "string" || content instanceof Uint8Array
        ? [content]
        : content)
        writeFileSync(file, piece);
      if (mode !== undefined) fchmodSync(file, mode);
    } catch (error) {
      throw withPath(error, path);
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Makes a new file in a folder that is there, to be written piece by piece. The caller closes it.
 */
export function openNewFile(path: string): number {
  return at(path, (place) => {
    unlinkIfThere(place);
    return openSync(place, newFile, 0o666);
  });
}

/** Writes a file under a temporary name and renames it; makes the folders around it. */
export function writeWhole(
  path: string,
  content: string | Uint8Array | Pieces,
  mode: number,
): void {
  const temporary = `${path}.part`;
  makeFolder(dirname(path));
  try {
    writeFile(temporary, content, mode);
    move(temporary, path);
  } catch (error) {
    removeFile(temporary);
    throw error;
  }
}

/** Copies a file into a folder that is there. */
export function copyFile(from: string, to: string): Promise<void> {
  return atLater(to, async (place) => {
    unlinkIfThere(place);
    await copyLater(from, place, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  });
}

/** Opens a file that is there, to change it. */
export function openForChange(path: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  return atLater(path, async (place) => {
    const file = await open(place, flags);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    throw new PathError(`change "${path}"`, "it must be a file");
  });
}

/**
 * Sees to it that a file is there which a library opens by its path, a database for one. What a
 * link of that name leads to would be opened in its place.
 */
export function touchFile(path: string): void {
  at(
    path,
    (place) => {
      if (lstatSync(place, { throwIfNoEntry: false })?.isFile() === true) return;
      unlinkIfThere(place);
      closeSync(openSync(place, newFile, 0o666));
    },
    { makes: true },
  );
}

/**
 * Makes a folder, and those around it.
 * @returns what was not there before, from the outside in
 */
export function makeFolder(path: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  // Whatever lies in it: all on its way are folders then.
  at(join(path, "file"), () => undefined, { makes: true });
  return missing;
}

/** Removes a folder that holds nothing; another one stays. */
export function removeEmptyFolder(path: string): void {
  ifThere(path, (place) => {
    if (readdirSync(place).length === 0) rmdirSync(place);
  });
}

/** Makes a folder without anything in it. */
export function emptyFolder(path: string): void {
  removeFolder(path);
  makeFolder(path);
}

/** Removes a folder with all that it holds, or a file. */
export function removeFolder(path: string): void {
  if (!rootOf(path).isOwn) throw new PathError(`remove "${path}"`, "the tool has not made it");
  ifThere(path, (place) => {
    refuseLink(place, path);
    rmSync(place, { recursive: true, force: true });
  });
}

/** Removes a file; not what a link of that name leads to. */
export function removeFile(path: string): void {
  ifThere(path, unlinkIfThere);
}

/** Removes a link; what is no link stays. */
export function removeLink(path: string): void {
  ifThere(path, (place) => {
    if (isLink(place)) unlinkSync(place);
  });
}

/**
 * Gives a file or folder another path, in a folder that is there. A file or a link of that name is
 * replaced.
 */
export function move(from: string, to: string): void {
  at(from, (source) =>
    at(to, (target) => {
      if (isLink(target)) unlinkSync(target);
      renameSync(source, target);
    }),
  );
}

/** Makes a link, in a folder that is there. */
export function makeLink(to: string, path: string): void {
  at(path, (place) => symlinkSync(to, place));
}

/** Sets the permission bits of a file or folder that the tool has made. */
export function setMode(path: string, mode: number): void {
  at(path, (place) => {
    refuseLink(place, path);
    chmodSync(place, mode);
  });
}

/** Sets the times of a file, a folder or a link: seconds since 1970. */
export function setTimes(path: string, accessed: number | Date, changed: number | Date): void {
  at(path, (place) => lutimesSync(place, accessed, changed));
}

/**
 * Adds the file to an error of the system that names none, as those of writes to an open file do:
 * on a full disk the path tells which disk.
 */
export function withPath(error: unknown, path: string): unknown {
  if (!(error instanceof Error) || !("code" in error) || error.message.includes(path)) return error;
  return Object.assign(error, { path, message: `${error.message} '${path}'` });
}

function isLink(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function ifThere(path: string, run: (place: string) => void): void {
  try {
    at(path, run);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
}

function unlinkIfThere(place: string): void {
  try {
    unlinkSync(place);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
}
