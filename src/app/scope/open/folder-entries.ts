import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { FolderEntry } from "./open-handle.ts";

type Kinds = { isFile(): boolean; isDirectory(): boolean; isSymbolicLink(): boolean };

/** The names in a folder, with their kinds; links are not followed. */
export async function readEntries(folder: string): Promise<readonly FolderEntry[]> {
  const entries: FolderEntry[] = [];
  for (const dirent of await readdir(folder, { withFileTypes: true })) {
    const { name } = dirent;
    // Invalid Unicode was read as U+FFFD; a real U+FFFD can be found by its name.
    const isReadable = !name.includes("\uFFFD") || look(folder, name) !== undefined;
    const kind = isReadable
      ? (kindOf(dirent) ?? kindOf(look(folder, name)) ?? "other")
      : "unreadable";
    entries.push({ name, kind });
  }
  return entries;
}

// Some file systems do not report the kind in the list.
function kindOf(entry: Kinds | undefined): FolderEntry["kind"] | null {
  if (entry === undefined) return null;
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : null;
}

function look(folder: string, name: string): Kinds | undefined {
  return lstatSync(`${folder}/${name}`, { throwIfNoEntry: false });
}
