import { existsSync, mkdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { UserError } from "../terminal.ts";

// A project may be somebody else's, and have links in it: what is written there must not land in a file of the user's
// elsewhere, which may be one that is run.

/**
 * Refuses files that a link on their way would put outside of a project.
 * @throws UserError naming the first one
 */
export function refuseOutside(project: string, files: Iterable<string>): void {
  const root = realpathSync(project);
  for (const file of files) {
    const real = realpathSync(nearestFolder(dirname(file)));
    const way = relative(root, real);
    if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way))
      throw new UserError(`Cannot write "${file}": a link leads out of "${project}", to "${real}"`);
  }
}

/** Whether there is anything by this name, also a link that leads nowhere: who writes there makes what it names. */
export function isTaken(file: string): boolean {
  return existsSync(file) || isLink(file);
}

/** Writes a file, and what folders it needs. It takes the place of a link. */
export function writeOver(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  if (isLink(file)) rmSync(file);
  writeFileSync(file, content);
}

function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(dirname(folder));
}

function isLink(file: string): boolean {
  try {
    readlinkSync(file);
    return true;
  } catch {
    return false; // something else is there, or nothing
  }
}
