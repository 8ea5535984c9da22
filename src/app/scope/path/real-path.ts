import type { System } from "../../../contract/target.ts";
import {
  absolutePath,
  parentOf,
  parsePath,
  rootLength,
  type AbsolutePath,
} from "./absolute-path.ts";
import type { Disk, Found } from "../open/disk.ts";
import { PathProblem, problemOf } from "../../paths/path-problem.ts";
import { isShortName } from "./windows-path.ts";

/** A path without links. */
export interface RealPath extends AbsolutePath {
  readonly found: Found;
}

/** The maximum that Linux follows in one path. */
const maxLinks = 40;

/**
 * Follows every symbolic link in a path, also in a path with a missing end: the missing names stay
 * as they are. A dangling link is followed, too; writing to it would create its target.
 *
 * @throws PathProblem when links form a cycle, or the system denies access
 */
export function realPath(path: AbsolutePath, system: System, disk: Disk): RealPath {
  return withoutLinks(path, system, disk) ?? followed(path, system, disk);
}

/**
 * A shortcut of two lookups in place of one per name, for a path without links: on Linux, the
 * system's own spelling of its parent folder then equals the given one. `null`: any other path.
 */
function withoutLinks(path: AbsolutePath, system: System, disk: Disk): RealPath | null {
  if (system !== "linux") return null;
  const folder = parentOf(path, system).text;
  try {
    if (disk.spell(folder) !== folder) return null;
    const found = disk.lstat(path.text);
    return found.kind === "link" ? null : { ...path, found };
  } catch {
    // The walk finds its error.
    return null;
  }
}

function followed(path: AbsolutePath, system: System, disk: Disk): RealPath {
  const root = rootLength(system);
  let real = path.names.slice(0, root);
  const waiting = path.names.slice(root).toReversed();
  let found: Found = look(real, system, disk);
  /** The number of existing names; all later ones are missing. */
  let existing = root;
  let links = 0;

  while (waiting.length > 0) {
    const name = waiting.pop() as string;
    if (name === "..") {
      // Only a link's target holds these, and `real` has no links any more: its parent is the true
      // one.
      if (found.kind === "nothing")
        throw new PathProblem("not-found", "a link in it leads nowhere");
      real = real.slice(0, Math.max(root, real.length - 1));
      existing = real.length;
      found = look(real, system, disk);
      continue;
    }
    real.push(name);
    if (found.kind === "nothing") continue;
    found = look(real, system, disk);
    if (found.kind !== "nothing") existing = real.length;
    if (found.kind !== "link") continue;
    if (++links > maxLinks) throw new PathProblem("bad-path", "its links lead in a circle");
    const target = splitTarget(found.target, system);
    real = target.root ?? real.slice(0, -1);
    existing = real.length;
    waiting.push(...target.names.toReversed());
    found = look(real, system, disk);
  }
  return { ...spelled(real, existing, system, disk), found };
}

function look(names: readonly string[], system: System, disk: Disk): Found {
  try {
    return disk.lstat(absolutePath(names, system).text);
  } catch (error) {
    throw problemOf(error);
  }
}

function splitTarget(target: string, system: System): { root: string[] | null; names: string[] } {
  const separator = system === "windows" ? /[\\/]+/ : /\/+/;
  const names = (text: string) =>
    text.split(separator).filter((name) => name !== "" && name !== ".");
  if (system !== "windows")
    return { root: target.startsWith("/") ? [] : null, names: names(target) };
  if (!/^(?:[a-z]:)?[\\/]/i.test(target)) return { root: null, names: names(target) };
  // The system resolves the targets of junctions and links, so an absolute one has no "..".
  const { names: whole } = parsePath(target, system);
  return { root: whole.slice(0, 1), names: whole.slice(1) };
}

// On systems with several spellings of one file (case, composed letters, short names), the system
// provides its own spelling of the existing part.
function spelled(
  names: readonly string[],
  existing: number,
  system: System,
  disk: Disk,
): AbsolutePath {
  if (system === "linux") return absolutePath(names, system);
  const missing = names.slice(existing);
  refuseShortNames(missing, system);
  const { text } = absolutePath(names.slice(0, existing), system);
  return absolutePath([...parsePath(disk.spell(text), system).names, ...missing], system);
}

/** Refuses names that could be short for others, if the system cannot resolve them. */
export function refuseShortNames(names: readonly string[], system: System): void {
  const short = system === "windows" ? names.find(isShortName) : undefined;
  if (short !== undefined) {
    throw new PathProblem(
      "bad-argument",
      `must have long names only, and "${short}" could be short for another`,
    );
  }
}
