import type { KeepAttributes } from "./file-attributes.ts";
import type { FileAccess } from "./windows-calls.ts";

/** What has a name, by the number of its device and its own; a link itself. */
export interface NamedEntry {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly device: bigint;
  readonly number: bigint;
}

/**
 * macOS' own calls for files, as far as Bun has none. Files and folders are the numbers that
 * `node:fs` knows them by, and are closed by it; what fails throws an error with `node:fs`'s own
 * `code`. Paths are whole ones, and one that is opened may have no link in it: the code is `ELOOP`
 * then.
 */
export interface MacFiles {
  /** Opens a file that is there. */
  open(path: string, access: FileAccess): number;
  /**
   * Makes a file where nothing is; otherwise the code is `EEXIST`. The umask is taken from its
   * mode.
   */
  create(path: string, access: FileAccess, mode: number): number;
  /** Opens a folder to list it. */
  openFolder(path: string): number;
  /** Opens a folder for the names in it: it need not be readable. */
  holdFolder(path: string): number;
  /**
   * Where what is open is now, in the system's own spelling, no link in it; of a file with several
   * names, any of them.
   */
  pathOf(opened: number): string;
  /** An existing path, its links followed, in the system's own spelling. Nothing is opened. */
  spell(path: string): string;
  /**
   * Whether names that differ in case alone are two on the disk of a path, of which the end may be
   * missing.
   */
  takesCasesApart(path: string): boolean;
  /** What has a name in an open folder; `null`: nothing. */
  look(folder: number, name: string): NamedEntry | null;
  /** The names in an open folder, from the first one on. */
  list(folder: number): readonly { readonly name: string; readonly kind: NamedEntry["kind"] }[];
  makeFolder(folder: number, name: string): void;
  removeFile(folder: number, name: string): void;
  removeFolder(folder: number, name: string): void;
  /** Puts it in the place of what has the new name, as far as the system does that. */
  rename(folder: number, name: string, newFolder: number, newName: string): void;
  readonly exchange: Exchange;
  readonly keepAttributes: KeepAttributes;
}

/**
 * Has two paths of one disk exchange what they lead to, files or folders, in one step: at no moment
 * is there nothing. Disks of older kinds cannot; the code is `ENOTSUP` then.
 */
export type Exchange = (one: string, other: string) => void;
