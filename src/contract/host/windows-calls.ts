import type { KeepAttributes } from "./file-attributes.ts";
import type { BaseDirectoryName } from "../paths.ts";

/** What an open file is for. */
export type FileAccess = "read" | "write" | "append";

/**
 * Windows' own calls for files, as far as Bun has none. Files are the numbers that `node:fs` knows
 * them by, and are closed by it; what fails throws an error with `node:fs`'s own `code`. Paths are
 * whole ones.
 */
export interface WindowsFiles {
  /**
   * Holds a folder, or the link at its place: until it is closed, it cannot be renamed or removed.
   */
  holdFolder(path: string): number;
  /** Holds what is at a path, a link itself, without opening it for anything. */
  hold(path: string): number;
  /** Opens once more what is held. */
  reopen(held: number, access: FileAccess): number;
  /** Makes a file where nothing is, not even a link; otherwise the code is `EEXIST`. */
  create(path: string, access: FileAccess): number;
  /** Whether what is held leads elsewhere: a symbolic link, a junction. */
  isLink(held: number): boolean;
  /** Where what is held is now, in the system's own spelling, no link in it. */
  pathOf(held: number): string;
  /** An existing path, its links followed, in the system's own spelling. */
  spell(path: string): string;
  readonly keepAttributes: KeepAttributes;
}

/** The variables whose folders the user may have moved anywhere. */
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

/** Where they are; `null`: the system says nothing of one. */
export type KnownFolders = Readonly<Record<KnownFolderName, string | null>>;

/** Whose part of the registry is meant: the user's or the machine's. */
export type RegistryRoot = "user" | "machine";

/** A text of the registry, as programs of 64 bits see it; `null`: there is none of that name. */
export type RegistryText = (root: RegistryRoot, key: string, name: string) => string | null;
