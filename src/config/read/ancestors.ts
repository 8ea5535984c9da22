import { existsSync, lstatSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { readText } from "../../disk/read.ts";
import { isWithin } from "../../disk/roots.ts";

// A user who works in `/tmp/mine` has not chosen the files that another user puts into `/tmp`. A
// file found there could name programs to run, or become part of the app. So all upward searches
// use this module and follow one rule.

/** A file or folder above the project belongs to a user without authority over it. */
export class ForeignPath extends Error {
  override readonly name = "ForeignPath";

  constructor(path: string, owner: number) {
    super(
      `Cannot use "${path}": it belongs to another user, ${userName(owner)}, who could have this command run any ` +
        "program; if you trust it, change its owner, else remove it or move the project to a folder of your own",
    );
  }
}

/**
 * A folder and all its parents, nearest first. Searches use `foundAbove`, which applies the rule.
 */
export function ancestors(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

/**
 * The paths of these names that exist in a folder or its parents, nearest first. A name may have
 * several parts: `node_modules/framework`. Files in the folder itself are the user's choice.
 * @throws ForeignPath when the search reaches a file above that belongs to another user
 */
export function* foundAbove(from: string, ...names: readonly string[]): Generator<string> {
  for (const folder of ancestors(from)) {
    for (const name of names) {
      const path = join(folder, name);
      if (!existsSync(path)) continue;
      if (folder !== from) for (const step of steps(folder, name)) refuseForeign(step, from);
      yield path;
    }
  }
}

/** The first of `foundAbove`; `null`: there is none. */
export function nearestAbove(from: string, ...names: readonly string[]): string | null {
  return foundAbove(from, ...names).next().value ?? null;
}

/**
 * Whether a folder, with all links followed, belongs to the project of another folder: below that
 * folder, below its nearest parent with a `package.json`, or in the repository around it.
 * @throws ForeignPath
 */
export function isInProject(path: string, folder: string): boolean {
  const real = realpathSync(path);
  const isBelow = (root: string): boolean => isWithin(real, realpathSync(root));
  if (isBelow(folder)) return true;
  return ["package.json", ".git"].some((name) => {
    const found = nearestAbove(folder, name);
    return found !== null && isBelow(dirname(found));
  });
}

// Bun and the compilers of front ends search for these upwards from each module.
const searchedByBun = ["package.json", "tsconfig.json", "jsconfig.json", "node_modules"];

/**
 * Refuses files and packages that Bun would find above a folder by itself, if they belong to
 * another user. A linked package, as by `npm link`, is searched from the target of its link.
 * @throws ForeignPath
 */
export function refuseForeignAbove(from: string): void {
  checkAbove(from, new Set());
}

/** @param checked folders of packages, and folders with packages that links point to */
function checkAbove(from: string, checked: Set<string>): void {
  for (const path of foundAbove(from, ...searchedByBun)) {
    const folder = dirname(path);
    if (!path.endsWith("node_modules") || checked.has(path)) continue;
    checked.add(path);
    for (const one of packagesIn(path)) {
      if (folder !== from) refuseForeign(one, from);
      const target = linkTarget(one);
      // The surroundings of a package of this project or workspace are checked already.
      if (target === null || isWithin(target, realpathSync(folder))) continue;
      if (checked.has(dirname(target))) continue;
      checked.add(dirname(target));
      checkAbove(target, checked);
    }
  }
}

/** Scoped packages are one folder deeper. */
function packagesIn(folder: string): string[] {
  return namesIn(folder).flatMap((name) => {
    const one = join(folder, name);
    return name.startsWith("@") ? [one, ...namesIn(one).map((inner) => join(one, inner))] : [one];
  });
}

/** The final target of a link; `null`: it is no link, or dangling. */
function linkTarget(path: string): string | null {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null;
  return existsSync(path) ? realpathSync(path) : null;
}

/**
 * Whether these paths belong to the user, to the system, or to the owner of the user's working
 * folder.
 */
export function isTrusted(paths: readonly string[], from: string): boolean {
  return paths.every((path) => foreignOwner(path, from) === null);
}

/** Whether another user could put files into a folder, such as `/tmp`. */
export function isOpenToOthers(folder: string, from: string): boolean {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats === undefined || process.getuid === undefined) return false;
  return (stats.mode & 0o002) !== 0 || !isTrusted([folder], from);
}

function refuseForeign(path: string, from: string): void {
  const owner = foreignOwner(path, from);
  if (owner !== null) throw new ForeignPath(path, owner);
}

function foreignOwner(path: string, from: string): number | null {
  const user = process.getuid?.();
  // Windows uses access control lists.
  if (user === undefined) return null;
  const owner = lstatSync(path, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || owner === user || owner === 0) return null;
  return owner === lstatSync(from, { throwIfNoEntry: false })?.uid ? null : owner;
}

/** `/a` and `b/c`: `/a`, `/a/b` and `/a/b/c`. */
function steps(folder: string, name: string): string[] {
  const parts = name.split("/");
  return [folder, ...parts.map((_, index) => join(folder, ...parts.slice(0, index + 1)))];
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // No folder, or one that Bun cannot read, either.
  }
}

/** `ada (1001)`, if the system has a list of its users. */
export function userName(owner: number): string {
  try {
    const line = readText("/etc/passwd")
      .split("\n")
      .find((one) => one.split(":")[2] === String(owner));
    return line === undefined ? String(owner) : `${line.split(":")[0]} (${owner})`;
  } catch {
    return String(owner);
  }
}
