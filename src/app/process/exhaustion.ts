import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/** The exhausted resource, phrased to follow `Cannot run "…":`, by the system's code. */
export const exhausted: Readonly<Record<string, string>> = {
  EMFILE: "the app has too many files open; close some of them, or raise its limit (ulimit -n)",
  ENFILE: "too many files are open on this machine",
  EAGAIN:
    "the system lets this user, or this group of processes, start no more (ulimit -u, pids.max)",
  ENOMEM: "no memory is left",
};

/** More than a thread of Bun opens at its start. */
const needed = 8;

/**
 * Bun ends the whole process when it cannot open the files for a thread of its own, for example at
 * the first request.
 *
 * @throws the system's EMFILE or ENFILE
 */
export function checkFreeFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < needed) opened.push(openSync(devNull, "r"));
  } finally {
    opened.forEach(closeSync);
  }
}
