import { existsSync, lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isWithin, openRoot, realPath } from "../../disk/roots.ts";
import { makeFolder, writeFile } from "../../disk/write.ts";
import { UserError } from "../terminal.ts";

// A project may come from a stranger and hold links: what a command writes there must not land in a
// file of the user's elsewhere, which may be one that is run. Links from one folder of a project to
// another are followed.

/**
 * Opens a project as a place to write to, and refuses files that a link on their way would put
 * outside of it.
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

/**
 * Whether anything has this name, also a link that leads nowhere: a write there would make what it
 * names.
 */
export function isTaken(file: string): boolean {
  if (existsSync(file)) return true;
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // The path around it is no folder: the write reports that.
  }
}

/** The path of a file with all links to its folder followed. */
export function inRealFolder(file: string): string {
  return join(realPath(dirname(file)), basename(file));
}

/** Writes a file, and what folders it needs. It takes the place of a link. */
export function writeOver(file: string, content: string | Uint8Array): void {
  const real = inRealFolder(file);
  makeFolder(dirname(real));
  writeFile(real, content);
}
