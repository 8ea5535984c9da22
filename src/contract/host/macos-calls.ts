import type { KeepAttributes } from "./file-attributes.ts";
import type { FileAccess } from "./windows-calls.ts";

/** A directory entry, identified by its device and inode numbers; a link is not followed. */
export interface NamedEntry {
  readonly kind: "file" | "folder" | "link" | "other";
  readonly device: bigint;
  readonly number: bigint;
}

/**
 * File calls of macOS that Bun lacks. Files and folders are file descriptors of `node:fs`, which
 * closes them; failures throw an error with the `code` that `node:fs` uses. Paths are absolute. A
 * path to open must contain no link: otherwise the code is `ELOOP`.
 */
export interface MacFiles {
  /** Opens an existing file. */
  open(path: string, access: FileAccess): number;
  /** Creates a file; fails with `EEXIST` if the name is taken. The umask applies to its mode. */
  create(path: string, access: FileAccess, mode: number): number;
  /** Opens a folder to list it. */
  openFolder(path: string): number;
  /** Opens a folder for access to its entries: it need not be readable. */
  holdFolder(path: string): number;
  /**
   * The current path of an open file, in the system's own spelling and without links; for a file
   * with several names, any of them.
   */
  pathOf(opened: number): string;
  /** An existing path in the system's own spelling, with its links followed. Opens no file. */
  spell(path: string): string;
  /** Whether the disk of a path is case-sensitive. The end of the path may be missing. */
  takesCasesApart(path: string): boolean;
  /** The entry of a name in an open folder; `null`: there is none. */
  look(folder: number, name: string): NamedEntry | null;
  /** The names in an open folder, from the first one on. */
  list(folder: number): readonly { readonly name: string; readonly kind: NamedEntry["kind"] }[];
  makeFolder(folder: number, name: string): void;
  removeFile(folder: number, name: string): void;
  removeFolder(folder: number, name: string): void;
  /** Replaces an entry that has the new name, if the system permits it. */
  rename(folder: number, name: string, newFolder: number, newName: string): void;
  readonly exchange: Exchange;
  readonly keepAttributes: KeepAttributes;
}

/**
 * Exchanges two paths of one disk, files or folders, in one atomic step: at no moment is either
 * missing. Older file systems cannot; the code is `ENOTSUP` then.
 */
export type Exchange = (one: string, other: string) => void;
