import { randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { hiddenName } from "../../paths/hidden-name.ts";
import { failure, systemCode } from "../../paths/path-problem.ts";

// Names beside the installed app: `.<its name>.<process>.new`, and `.<its name>.<random>.previous`.
// Both are in a folder of the user, so they are hidden.

/** The path where this process makes the next version of the app at `place`. */
export function newName(place: string): string {
  return hiddenName(place, `${process.pid}.new`);
}

/** A name for the backup of the app at `place`. */
export function backupName(place: string): string {
  return hiddenName(place, `${randomBytes(4).toString("hex")}.previous`);
}

/** Removes the files of a process that ended while it made the next version. */
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
 * Does the remaining work after a version has its place. A failure is reported, and undoes nothing.
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
