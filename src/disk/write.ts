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

// All writes, moves and removals of the tool. Paths are absolute and lie below a root; links on the
// way are not followed. A file is always a new one: an existing entry of its name, also a link or a
// pipe, is removed, so that other names of the same file keep their content.

/** The pieces of a file, one after the other: the whole would take its size in memory once more. */
export type Pieces = Iterable<Uint8Array>;

const newFile =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/**
 * Writes a new file in an existing folder.
 * @param mode exactly these permission bits; by default those of the shell's umask
 */
export function writeFile(
  path: string,
  content: string | Uint8Array | Pieces,
  mode?: number,
): void {
  at(path, (place) => {
    unlinkIfThere(place);
    // Other users can never read it before it has its final bits.
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

/** Writes a new file in an existing folder, whose pieces are made meanwhile. */
export async function writeFileLater(
  path: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = openNewFile(path);
  try {
    for await (const piece of pieces) {
      try {
        writeFileSync(file, piece);
      } catch (error) {
        throw withPath(error, path);
      }
    }
  } finally {
    closeSync(file);
  }
}

/** Creates a new file in an existing folder, for writing in pieces. The caller closes it. */
export function openNewFile(path: string): number {
  return at(path, (place) => {
    unlinkIfThere(place);
    return openSync(place, newFile, 0o666);
  });
}

/** Writes a file under a temporary name and renames it; creates its parent folders. */
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

/** Copies a file into an existing folder. */
export function copyFile(from: string, to: string): Promise<void> {
  return atLater(to, async (place) => {
    unlinkIfThere(place);
    await copyLater(from, place, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  });
}

/** Opens an existing file for changes. */
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
 * Ensures that a file exists that a library opens by its path, such as a database. Otherwise the
 * library would open the target of a link of that name.
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
 * Creates a folder and its parents.
 * @returns the created folders, outermost first
 */
export function makeFolder(path: string): readonly string[] {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  // The name is arbitrary: all its parents are folders then.
  at(join(path, "file"), () => undefined, { makes: true });
  return missing;
}

/** Removes an empty folder; any other stays. */
export function removeEmptyFolder(path: string): void {
  ifThere(path, (place) => {
    if (readdirSync(place).length === 0) rmdirSync(place);
  });
}

/** Creates a folder without content. */
export function emptyFolder(path: string): void {
  removeFolder(path);
  makeFolder(path);
}

/** Removes a folder with its content, or a file. */
export function removeFolder(path: string): void {
  if (!rootOf(path).isOwn) throw new PathError(`remove "${path}"`, "the tool has not made it");
  ifThere(path, (place) => {
    refuseLink(place, path);
    rmSync(place, { recursive: true, force: true });
  });
}

/** Removes a file; never the target of a link of that name. */
export function removeFile(path: string): void {
  ifThere(path, unlinkIfThere);
}

/** Removes a link; anything else stays. */
export function removeLink(path: string): void {
  ifThere(path, (place) => {
    if (isLink(place)) unlinkSync(place);
  });
}

/**
 * Moves a file or folder to another path, in an existing folder. A file or a link of that name is
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

/** Creates a link in an existing folder. */
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
 * Adds the path to a system error without one, such as that of a write to an open file: when a disk
 * is full, the path shows which one.
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
