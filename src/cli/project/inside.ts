import { existsSync, lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isWithin, openRoot, realPath } from "../../disk/roots.ts";
import { makeFolder, writeFile } from "../../disk/write.ts";
import { UserError } from "../terminal.ts";

// A project may come from a stranger and contain links: a write there must not reach a file of the
// user's elsewhere, which may be executed. Links from one folder of a project to another are
// followed.

/**
 * Opens a project for writing, and refuses files that a link on their way would place outside of
 * it.
 * @throws UserError naming the first one
 */
export function refuseOutside(project: string, files: Iterable<string>): void {
  const root = openRoot(project);
  for (const file of files) {
    const real = realPath(dirname(file));
    if (!isWithin(real, root))
      throw new UserError(`Cannot write "${file}": a link leads out of "${project}", to "${real}"`);
  }
}

/** Whether the name is taken, even by a dangling link: a write there would create its target. */
export function isTaken(file: string): boolean {
  if (existsSync(file)) return true;
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // Its parent is no folder: the write reports that.
  }
}

/** The path of a file with all links to its folder followed. */
export function inRealFolder(file: string): string {
  return join(realPath(dirname(file)), basename(file));
}

/** Writes a file, and its missing folders. It replaces a link. */
export function writeOver(file: string, content: string | Uint8Array): void {
  const real = inRealFolder(file);
  makeFolder(dirname(real));
  writeFile(real, content);
}
