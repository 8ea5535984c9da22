import { posix, win32 } from "node:path";
import type { System } from "../../contract/target.ts";

export type PathRules = typeof posix;

/** The rules of a system's paths, whichever system this runs on. */
export function pathsOf(system: System): PathRules {
  return system === "windows" ? win32 : posix;
}
