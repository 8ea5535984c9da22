import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { FolderEntry } from "./open-handle.ts";

type Kinds = { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean };

/** The names in a folder, and what each is, links not followed. */
export async function readEntries(folder: string): Promise<readonly FolderEntry[]> {
  const entries: FolderEntry[] = [];
  for (const dirent of await readdir(folder, { withFileTypes: true })) {
    const { name } = dirent;
    // Bytes that are no Unicode were read as U+FFFD; a true U+FFFD can be looked up by its name.
    const isReadable = !name.includes("\uFFFD") || look(folder, name) !== undefined;
    const kind = isReadable
      ? (kindOf(dirent) ?? kindOf(look(folder, name)) ?? "other")
      : "unreadable";
    entries.push({ name, kind });
  }
  return entries;
}

// Some file systems do not say in the list what an entry is.
function kindOf(entry: Kinds | undefined): FolderEntry["kind"] | null {
  if (entry === undefined) return null;
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : null;
}

function look(folder: string, name: string): Kinds | undefined {
  return lstatSync(`${folder}/${name}`, { throwIfNoEntry: false });
}
