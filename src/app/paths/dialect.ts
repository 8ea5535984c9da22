import { posix, win32 } from "node:path";
import type { System } from "../../contract/target.ts";

export type PathRules = typeof posix;

/** The path rules of a system, independent of the running one. */
export function pathsOf(system: System): PathRules {
  return system === "windows" ? win32 : posix;
}
