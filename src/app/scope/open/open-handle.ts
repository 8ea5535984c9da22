import { closeSync, fstatSync } from "node:fs";
import type { FileAccess } from "../../../contract/host/windows-calls.ts";
import { until } from "../../calls/until.ts";
import type { AbsolutePath } from "../path/absolute-path.ts";
import type { Found, Identity } from "./disk.ts";
import { PathProblem } from "../../paths/path-problem.ts";
import type { RealPath } from "../path/real-path.ts";

export type { FileAccess as Access };

/** An open file or folder: a file descriptor, to be closed. */
export class Handle implements Disposable {
  readonly fd: number;
  readonly #close: () => void;
  #work: Promise<unknown> | null = null;

  /** @param close closes it, together with the resources that it depends on */
  constructor(fd: number, close: () => void = () => closeSync(fd)) {
    this.fd = fd;
    this.#close = close;
  }

  /**
   * The result of one operation with the handle, while its page is open. A thread that waits for a
   * disk cannot be cancelled: until it has an answer the descriptor stays open, or the next file
   * would get its number, and be read instead.
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

/** The result of an operation, while its page is open. */
export async function whilePage<Result>(page: AbortSignal, work: Promise<Result>): Promise<Result> {
  try {
    return await until(page, work);
  } catch (error) {
    if (error !== page.reason) throw error;
    throw new PathProblem("closed", "the page went away", { cause: error });
  }
}

/** Refuses entries for which opening alone has an effect. */
export function refuseOtherThanFile({ kind }: Found): void {
  if (kind === "folder") throw new PathProblem("io", "it is a folder");
  if (kind === "other") throw notFile();
}

/** Checks the opened file, not the earlier finding. */
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

/** A folder that stays the same, whatever replaces it at its path. */
export interface OpenFolder extends Disposable {
  readonly path: AbsolutePath;
  readonly identity: Identity;
  /** In the order of the disk. */
  entries(page: AbortSignal): Promise<readonly FolderEntry[]>;
  /** Opens a folder in this one; a link is not followed. */
  child(name: string): OpenFolder;
}

/**
 * A name in a folder that stays the same: the folders above that name cannot be replaced any more.
 * The name is taken literally, including links. Failures throw the error of `node:fs`.
 */
export interface OpenPlace extends Disposable {
  /** Fails if the name does not exist. */
  isFolder(): boolean;
  makeFolder(): void;
  removeFile(): void;
  /** Fails when it is not empty. */
  removeFolder(): void;
  /**
   * Removes the folder of that name with its content; a link in it is only a name. Asynchronous,
   * because the size and depth of the tree are unknown.
   */
  removeTree(): Promise<void>;
  /** Replaces an existing entry, if the system permits it. Both places belong to one opener. */
  renameTo(place: this): void;
}

/** Opens a real path, and throws `Swapped` when another entry turned out to be there. */
export interface Opener {
  /**
   * `write` and `append` create a missing file; nothing is truncated yet.
   *
   * @param mode of a created file, less the user's umask. Default: 0o666; Windows has none
   */
  file(real: RealPath, access: FileAccess, mode?: number): Handle;
  folder(real: RealPath): OpenFolder;
  place(real: AbsolutePath): OpenPlace;
  /** The entry at the path, without opening it: never one behind a link on the way. */
  lstat(real: AbsolutePath): Found;
}

/** The opened, or unopenable, entry is not the checked one; `cause` is the system's own error. */
export class Swapped extends Error {
  override readonly name = "Swapped";
}
