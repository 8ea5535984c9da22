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

/** A path with no link in it. */
export interface RealPath extends AbsolutePath {
  readonly found: Found;
}

/** As many as Linux follows in one path. */
const maxLinks = 40;

/**
 * Follows every symbolic link in a path, also where the path goes on to something that does not
 * exist yet: then the names from there on stay as they are. A link that leads to nothing is
 * followed, too; writing to it would create what it points to.
 *
 * @throws PathProblem when the links lead in a circle, or the system does not let us look
 */
export function realPath(path: AbsolutePath, system: System, disk: Disk): RealPath {
  return withoutLinks(path, system, disk) ?? followed(path, system, disk);
}

/**
 * The same in two looks in place of one for each name, for a path with no link in it: on Linux,
 * then, the system's own spelling of the folder that it is in is the one that was given. `null`:
 * any other path.
 */
function withoutLinks(path: AbsolutePath, system: System, disk: Disk): RealPath | null {
  if (system !== "linux") return null;
  const folder = parentOf(path, system).text;
  try {
    if (disk.spell(folder) !== folder) return null;
    const found = disk.lstat(path.text);
    return found.kind === "link" ? null : { ...path, found };
  } catch {
    // What is wrong with it is found out on the way.
    return null;
  }
}

function followed(path: AbsolutePath, system: System, disk: Disk): RealPath {
  const root = rootLength(system);
  let real = path.names.slice(0, root);
  const waiting = path.names.slice(root).toReversed();
  let found: Found = look(real, system, disk);
  /** How many of the names lead to something; there is nothing at those behind them. */
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
  // The system writes the targets of junctions and links out in full, so there is no ".." in a
  // whole one.
  const { names: whole } = parsePath(target, system);
  return { root: whole.slice(0, 1), names: whole.slice(1) };
}

// Where the system takes several spellings for one file (case, composed letters, short names), it
// is asked for its own spelling of the part that exists.
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

/** Refuses names that could be short for others, where the system cannot be asked which. */
export function refuseShortNames(names: readonly string[], system: System): void {
  const short = system === "windows" ? names.find(isShortName) : undefined;
  if (short !== undefined) {
    throw new PathProblem(
      "bad-argument",
      `must have long names only, and "${short}" could be short for another`,
    );
  }
}
