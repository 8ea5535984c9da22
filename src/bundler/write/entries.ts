import type { FilePart } from "./source.ts";

/** An entry of an archive. Paths use "/" and begin with neither "/" nor "./". */
export type Entry<Content = Uint8Array> = FileEntry<Content> | FolderEntry | LinkEntry;

/** Content that may exceed the memory, and is read when it is written. */
export type Content = Uint8Array | FilePart;

export interface FileEntry<Content = Uint8Array> {
  readonly kind: "file";
  readonly path: string;
  /** Permission bits only, for example 0o755. */
  readonly mode: number;
  readonly bytes: Content;
}

export interface FolderEntry {
  readonly kind: "folder";
  readonly path: string;
}

export interface LinkEntry {
  readonly kind: "link";
  readonly path: string;
  /** As the link stores it: relative to the folder that contains the link. */
  readonly to: string;
}

/** The permission bits of every folder in every package. */
export const folderMode = 0o755;

/** The permission bits of symbolic links, which the system ignores. */
export const linkMode = 0o777;

/**
 * Adds the parent folders of the given entries and sorts everything by the bytes of its path, so
 * that a folder comes before its contents and the order never depends on a disk or a locale.
 */
export function withFolders<Content>(entries: readonly Entry<Content>[]): Entry<Content>[] {
  const byPath = new Map<string, Entry<Content>>();
  for (const entry of entries) {
    for (const path of parents(entry.path)) {
      const present = byPath.get(path);
      if (present === undefined) byPath.set(path, { kind: "folder", path });
      else if (present.kind !== "folder") throw clash(path);
    }
    const present = byPath.get(entry.path);
    if (present !== undefined && !(present.kind === "folder" && entry.kind === "folder"))
      throw clash(entry.path);
    byPath.set(entry.path, entry);
  }
  return sortByPath([...byPath.values()]);
}

/** Sorts by the bytes of the path: the same order on every machine. */
export function sortByPath<T extends { readonly path: string }>(items: readonly T[]): T[] {
  return [...items].sort((one, other) => compareBytes(one.path, other.path));
}

/** Orders two texts by their UTF-8 bytes. */
export function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

/** `a/b/c` is inside `a` and `a/b`. */
export function parents(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

function clash(path: string): Error {
  return new Error(
    `Cannot put two things at "${path}" in the package: give one of them another path`,
  );
}
