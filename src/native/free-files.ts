import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/**
 * The open files of an app with one window, with a reserve: on Linux 24, with a display only, up to
 * 40.
 */
const needed = 40;

/**
 * The reason why an app with too few permitted open files cannot start: toolkits and the runtime
 * end the process at the next refusal, with a crash report or silently. `null`: it can.
 */
export function missingFiles(): string | null {
  const opened: number[] = [];
  try {
    while (opened.length < needed) opened.push(openSync(devNull, "r"));
    return null;
  } catch {
    return `framework: Cannot start the app: it may open ${opened.length} more files, and needs ${needed}; raise its limit (ulimit -n)\n`;
  } finally {
    opened.forEach(closeSync);
  }
}
