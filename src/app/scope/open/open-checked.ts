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

// Between the check of a path and its use, another process may put a link in the place of a folder
// or file. So a path is used in three steps: find out the real path and ask the scope; open that,
// following no link; find out what was opened. Only then are bytes read, cut off or written. When
// it was not what had been checked, all three steps are done again.

/** How an app opens files without calls of the system's own. */
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
 * Opens the folder around the name that `check` admits, so that the name can be made, removed or
 * renamed there. `check` is one that does not follow the last name: `FsScope.checkPlace`.
 */
export function openPlace(check: () => AbsolutePath, by: Opener): OpenPlace {
  return settle(check, (real) => by.place(real));
}

/**
 * What is at the path that `check` admits. What the check itself found is no answer for a page: it
 * may have looked through a link that stood there only then.
 */
export function lookAt(check: () => AbsolutePath, by: Opener): Found {
  return settle(check, (real) => by.lstat(real));
}

const maxTries = 8;

/**
 * Does the three steps of `check`, `open` and a look at what was opened again while something else
 * turns out to be there.
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
