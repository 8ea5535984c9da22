import { existsSync } from "node:fs";
import type { System } from "../../../contract/target.ts";
import type { AbsolutePath } from "../path/absolute-path.ts";
import type { Found } from "./disk.ts";
import {
  Swapped,
  type Access,
  type Handle,
  type OpenFolder,
  type Opener,
  type OpenPlace,
} from "./open-handle.ts";
import { linuxOpener } from "./open-linux.ts";
import { portableOpener } from "./open-portable.ts";
import { PathProblem, problemOf } from "../../paths/path-problem.ts";
import type { RealPath } from "../path/real-path.ts";

// Between the check of a path and its use, another process may replace a folder or file by a link.
// So a path is used in three steps: resolve the real path and check the scope; open that path
// without following a link; identify the opened file. Only then are bytes read, truncated or
// written. If it is not the checked one, all three steps are repeated.

/** The opener for an app without system calls of its own. */
export function openerOf(system: System): Opener {
  return system === "linux" && existsSync("/proc/self/fd") ? linuxOpener : portableOpener(system);
}

/** Opens the file that `check` admits. */
export function openFile(check: () => RealPath, access: Access, by: Opener): Handle {
  return settle(check, (real) => by.file(real, access));
}

/** Opens the folder that `check` admits. */
export function openFolder(check: () => RealPath, by: Opener): OpenFolder {
  return settle(check, (real) => by.folder(real));
}

/**
 * Opens the folder around the name that `check` admits, so that the name can be created, removed or
 * renamed there. `check` must not follow the last name: `FsScope.checkPlace`.
 */
export function openPlace(check: () => AbsolutePath, by: Opener): OpenPlace {
  return settle(check, (real) => by.place(real));
}

/**
 * The entry at the path that `check` admits. The finding of the check itself must not go to a page:
 * it may have come through a temporary link.
 */
export function lookAt(check: () => AbsolutePath, by: Opener): Found {
  return settle(check, (real) => by.lstat(real));
}

const maxTries = 8;

/**
 * Repeats the three steps of `check`, `open` and the identification of the opened file while they
 * disagree.
 */
export function settle<Path extends AbsolutePath, Result>(
  check: () => Path,
  open: (real: Path) => Result,
): Result {
  for (let tries = 1; ; tries++) {
    try {
      return open(check());
    } catch (error) {
      if (!(error instanceof Swapped)) throw error;
      if (tries < maxTries) continue;
      if (error.cause !== undefined) throw problemOf(error.cause);
      throw new PathProblem("io", "it is being replaced over and over");
    }
  }
}
