import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hiddenName } from "../../paths/hidden-name.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";

// Beside what is installed: `.<its name>.<process>.new`, and `.<its name>.<random>.previous`. Both
// lie in a folder of the user's, so they are hidden.

/** Where this process makes the next version of what is at `place`. */
export function newName(place: string): string {
  return hiddenName(place, `${process.pid}.new`);
}

/** A name for what is at `place`, to keep it under. */
export function backupName(place: string): string {
  return hiddenName(place, `${randomBytes(4).toString("hex")}.previous`);
}

/** Removes what a process left that ended while it made the next version. */
export function removeUnfinished(place: string): void {
  const start = basename(hiddenName(place, ""));
  for (const name of readdirSync(dirname(place))) {
    const [, pid] = name.startsWith(start)
      ? (/^(\d+)\.new$/.exec(name.slice(start.length)) ?? [])
      : [];
    if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid))))
      rmSync(join(dirname(place), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}

/**
 * Does what is left to do when a version has its place: what fails of it is said, and undoes
 * nothing.
 */
export async function sayFailure(
  action: string,
  path: string,
  step: () => void | Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    process.stderr.write(`framework: ${failure(action, path, error).message}\n`);
  }
}
