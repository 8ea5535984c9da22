import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/**
 * What an app with one window has open, and some more: on Linux 24, where nothing but a display is
 * there, to 40.
 */
const needed = 40;

/**
 * Why an app cannot start that may open too few files: toolkits and the runtime end the process
 * where the next one is refused, with a crash report or without a word. `null`: it can.
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
