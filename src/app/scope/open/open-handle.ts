import { closeSync, fstatSync } from "node:fs";
import type { FileAccess } from "../../../contract/host/windows-calls.ts";
import { until } from "../../calls/until.ts";
import type { AbsolutePath } from "../path/absolute-path.ts";
import type { Found, Identity } from "./disk.ts";
import { PathProblem } from "../../paths/path-problem.ts";
import type { RealPath } from "../path/real-path.ts";

export type { FileAccess as Access };

/** An open file or folder: a number, to be given back. */
export class Handle implements Disposable {
  readonly fd: number;
  readonly #close: () => void;
  #work: Promise<unknown> | null = null;

  /** @param close gives it back, and what it is good for only together with */
  constructor(fd: number, close: () => void = () => closeSync(fd)) {
    this.fd = fd;
    this.#close = close;
  }

  /**
   * What one piece of work with the handle comes to, while its page is there. A thread that waits
   * for a disk cannot be called back: until it has an answer the number stays taken, or the next
   * file would get it, and be read instead.
   */
  async use<Result>(page: AbortSignal, work: Promise<Result>): Promise<Result> {
    this.#work = work;
    const done = () => void (this.#work = null);
    work.then(done, done);
    return await whilePage(page, work);
  }

  [Symbol.dispose](): void {
    if (this.#work === null) this.#close();
    else this.#work.then(this.#close, this.#close);
  }
}

/** What some work comes to, while its page is there. */
export async function whilePage<Result>(page: AbortSignal, work: Promise<Result>): Promise<Result> {
  try {
    return await until(page, work);
  } catch (error) {
    if (error !== page.reason) throw error;
    throw new PathProblem("closed", "the page went away", { cause: error });
  }
}

/** Refuses what would do something by being opened. */
export function refuseOtherThanFile({ kind }: Found): void {
  if (kind === "folder") throw new PathProblem("io", "it is a folder");
  if (kind === "other") throw notFile();
}

/** Asks what was opened, not what was found before. */
export function requireFile({ fd }: Handle): void {
  const stats = fstatSync(fd);
  if (stats.isDirectory()) throw new PathProblem("io", "it is a folder");
  if (!stats.isFile()) throw notFile();
}

function notFile(): PathProblem {
  return new PathProblem("io", "it is a device, pipe or socket, not a file");
}

export interface FolderEntry {
  readonly name: string;
  /** `unreadable`: the true name is not valid Unicode, so no path leads to the entry. */
  readonly kind: "file" | "folder" | "link" | "other" | "unreadable";
}

/** A folder that stays the same one, whatever is put in its place. */
export interface OpenFolder extends Disposable {
  readonly path: AbsolutePath;
  readonly identity: Identity;
  /** In the order of the disk. */
  entries(page: AbortSignal): Promise<readonly FolderEntry[]>;
  /** Opens a folder in this one; a link is not followed. */
  child(name: string): OpenFolder;
}

/**
 * A name in a folder that stays the same one: what is above that name cannot be replaced any more.
 * The name is taken as it is, a link too. What fails throws the error of `node:fs`.
 */
export interface OpenPlace extends Disposable {
  /** Fails where nothing has the name. */
  isFolder(): boolean;
  makeFolder(): void;
  removeFile(): void;
  /** Fails when something is in it. */
  removeFolder(): void;
  /**
   * Removes the folder of that name, and all that is in it; a link in it is only a name. Other work
   * goes on meanwhile: how much is in there, and how deep, only the disk knows.
   */
  removeTree(): Promise<void>;
  /**
   * Takes the place of what is there, as far as the system does that. Both places are of one
   * opener.
   */
  renameTo(place: this): void;
}

/** Opens a real path, and throws `Swapped` when something else turned out to be there. */
export interface Opener {
  /**
   * `write` and `append` make the file when it does not exist; nothing is cut off yet.
   *
   * @param mode of a file that is made, less the user's umask. Default: 0o666; Windows has none
   */
  file(real: RealPath, access: FileAccess, mode?: number): Handle;
  folder(real: RealPath): OpenFolder;
  place(real: AbsolutePath): OpenPlace;
  /** What is there, without opening it: never what a link on the way would have led to. */
  lstat(real: AbsolutePath): Found;
}

/**
 * What was opened, or could not be opened, is not what was checked; `cause` is the system's own
 * error.
 */
export class Swapped extends Error {
  override readonly name = "Swapped";
}
