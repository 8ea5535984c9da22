import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  statSync,
  type Stats,
} from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { PathError } from "./roots.ts";

// A file of a project may be anything: a pipe that blocks its reader, an endless device, or a file
// larger than the memory.

/** The largest file of a kind that is read as a whole, in bytes. */
export const limits = {
  /** Configurations, manifests, templates, licences, lock files, source code. */
  text: 64 << 20,
  /** Icons and pictures. */
  picture: 64 << 20,
  /** Files that are packed or signed as a whole. */
  whole: 4 * 2 ** 30,
} as const;

interface ReadOptions {
  /** The largest size, in bytes. */
  readonly limit?: number;
}

const toRead = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a file.
 * @throws PathError when it is no regular file, or larger
 */
export function readFile(path: string | URL, { limit = limits.whole }: ReadOptions = {}): Buffer {
  return withFile(path, limit, (file) => readFileSync(file));
}

/**
 * Reads a file that the user names on the command line or in the environment: also a pipe, such as
 * that of `<(command)` in a shell. Files of a project are never waited for.
 */
export function readUserFile(path: string, options: ReadOptions = {}): Buffer {
  return statSync(path).isFIFO() ? readFileSync(path) : readFile(path, options);
}

/**
 * A file as the body of a request, which is read while it is sent.
 * @throws PathError when it is no regular file
 */
export function bodyOfFile(path: string): Bun.BunFile {
  if (!statSync(path).isFile()) throw new PathError(`read "${path}"`, "it must be a file");
  return Bun.file(path);
}

/** Reads a text in UTF-8, by default one that a person may have written. */
export function readText(path: string | URL, { limit = limits.text }: ReadOptions = {}): string {
  return readFile(path, { limit }).toString("utf8");
}

/** Reads a text in UTF-8 without its byte order mark. */
export function readMarkedText(path: string): string {
  return readText(path).replace(/^\uFEFF/, "");
}

/** Opens a file of any size for reading in pieces. */
export async function openToRead(path: string): Promise<FileHandle> {
  refuse(path, statSync(path), Infinity);
  const file = await open(path, toRead);
  try {
    refuse(path, await file.stat(), Infinity);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Opens a file of any size for random access. The caller closes it. */
export function openFile(path: string): number {
  return opened(path, Infinity);
}

/** Opens a file of any size while a function reads from it. */
export function withOpenFile<T>(path: string, run: (file: number) => T): T {
  return withFile(path, Infinity, run);
}

function withFile<T>(path: string | URL, limit: number, run: (file: number) => T): T {
  const file = opened(path, limit);
  try {
    return run(file);
  } finally {
    closeSync(file);
  }
}

function opened(path: string | URL, limit: number): number {
  // Before opening: that alone may trigger a device.
  refuse(path, statSync(path), limit);
  const file = openSync(path, toRead);
  try {
    refuse(path, fstatSync(file), limit);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function refuse(path: string | URL, stats: Stats, limit: number): void {
  if (!stats.isFile())
    throw new PathError(`read "${String(path)}"`, `it must be a file, and is ${kind(stats)}`);
  if (stats.size > limit)
    throw new PathError(
      `read "${String(path)}"`,
      `it holds ${stats.size} bytes, want at most ${limit}`,
    );
}

function kind(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe";
  if (stats.isSocket()) return "a socket";
  return "a device";
}
