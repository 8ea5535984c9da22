import type { KeepAttributes } from "./file-attributes.ts";
import type { BaseDirectoryName } from "../paths.ts";

/** The purpose of an open file. */
export type FileAccess = "read" | "write" | "append";

/**
 * File calls of Windows that Bun lacks. Files are file descriptors of `node:fs`, which closes them;
 * failures throw an error with the `code` that `node:fs` uses. Paths are absolute.
 */
export interface WindowsFiles {
  /**
   * Holds a folder, or the link at its path: until it is closed, it cannot be renamed or removed.
   */
  holdFolder(path: string): number;
  /** Holds the entry at a path, a link itself, without access to its content. */
  hold(path: string): number;
  /** Opens a held entry again. */
  reopen(held: number, access: FileAccess): number;
  /** Creates a file; fails with `EEXIST` if the name is taken, also by a link. */
  create(path: string, access: FileAccess): number;
  /** Whether a held entry redirects: a symbolic link, a junction. */
  isLink(held: number): boolean;
  /** The current path of a held entry, in the system's own spelling and without links. */
  pathOf(held: number): string;
  /** An existing path in the system's own spelling, with its links followed. */
  spell(path: string): string;
  readonly keepAttributes: KeepAttributes;
}

/** The variables whose folders the user may have moved. */
export type KnownFolderName = Extract<
  BaseDirectoryName,
  | "AUDIO"
  | "CONFIG"
  | "DATA"
  | "DESKTOP"
  | "DOCUMENT"
  | "DOWNLOAD"
  | "HOME"
  | "LOCALDATA"
  | "PICTURE"
  | "PUBLIC"
  | "TEMPLATE"
  | "VIDEO"
>;

/** Their paths; `null`: the system does not report the folder. */
export type KnownFolders = Readonly<Record<KnownFolderName, string | null>>;

/** The part of the registry: the user's or the machine's. */
export type RegistryRoot = "user" | "machine";

/** A text of the registry, as 64-bit programs see it; `null`: there is none of that name. */
export type RegistryText = (root: RegistryRoot, key: string, name: string) => string | null;
