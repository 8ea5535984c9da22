import type { System } from "../../../contract/target.ts";
import { PathProblem, RelativePath } from "../../paths/path-problem.ts";
import { refuseSpecialNames } from "./macos-path.ts";
import { formatWindowsPath, parseWindowsPath } from "./windows-path.ts";

/**
 * A path from the root, in parts: no empty name, no `.`, no `..`. On Windows the first name is the
 * drive or the share; elsewhere the root has no name.
 */
export interface AbsolutePath {
  readonly names: readonly string[];
  /** The path in the system's form, with the separators of its system and none at the end. */
  readonly text: string;
}

/**
 * No system accepts a longer path, in whatever unit: Linux 4096 bytes with the final NUL, macOS
 * 1024, Windows 32,767 characters. A page may write a million names, and each would be checked.
 */
export const longestPath: Readonly<Record<System, number>> = {
  linux: 4095,
  macos: 1023,
  windows: 32_766,
};

/**
 * Parses a path argument.
 * @throws PathProblem for a path that no scope could judge
 */
export function parsePath(text: string, system: System): AbsolutePath {
  if (text === "") throw new PathProblem("bad-argument", "must not be empty");
  if (text.length > longestPath[system])
    throw new PathProblem("bad-path", `must have at most ${longestPath[system]} characters`);
  if (text.includes("\0")) throw new PathProblem("bad-argument", "must not hold a NUL character");
  // An unpaired surrogate would reach the disk as U+FFFD, which is another name.
  if (!text.isWellFormed()) throw new PathProblem("bad-path", "must be valid Unicode");
  if (system === "windows") return absolutePath(parseWindowsPath(text), system);
  if (!text.startsWith("/")) throw new RelativePath();
  const names = text.split("/").filter((name) => name !== "" && name !== ".");
  if (names.includes("..")) throw new PathProblem("bad-argument", 'must not hold ".."');
  if (system === "macos") refuseSpecialNames(names);
  return absolutePath(names, system);
}

export function absolutePath(names: readonly string[], system: System): AbsolutePath {
  return { names, text: system === "windows" ? formatWindowsPath(names) : `/${names.join("/")}` };
}

/** The number of names in the root, which has no parent. */
export function rootLength(system: System): number {
  return system === "windows" ? 1 : 0;
}

/** The parent folder of a path; a root is its own. */
export function parentOf(path: AbsolutePath, system: System): AbsolutePath {
  return absolutePath(
    path.names.slice(0, Math.max(rootLength(system), path.names.length - 1)),
    system,
  );
}

export function childOf(path: AbsolutePath, name: string, system: System): AbsolutePath {
  const names = [...path.names, name];
  if (system === "windows" || path.names.length === 0) return absolutePath(names, system);
  return { names, text: `${path.text}/${name}` };
}
