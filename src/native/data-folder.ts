import { mkdirSync } from "node:fs";
import { FrameworkError } from "../contract/errors.ts";

/**
 * Makes the folder where an engine keeps what pages store.
 * @throws FrameworkError `unavailable` where it cannot be
 */
export function makeDataFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FrameworkError(
      "unavailable",
      `Cannot keep what pages store in "${path}": the user's folder for data must be one that can be written to (${reason})`,
      { cause },
    );
  }
}

/** The same for what an engine can load again. It can do without, so where the folder cannot be, nothing is said. */
export function makeCacheFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    // The engine keeps nothing there, then.
  }
  return path;
}
