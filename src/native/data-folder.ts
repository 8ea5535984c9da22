import { accessSync, constants, mkdirSync } from "node:fs";

/**
 * Makes the folder where an engine keeps what pages store. `null`: it cannot be written to, as on a
 * kiosk whose disk is read-only. Then the engine keeps nothing, and standard error says so.
 */
export function makeDataFolder(path: string): string | null {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
    return path;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    process.stderr.write(
      `framework: what pages store is lost when the app ends: "${path}" cannot be written to (${reason})\n`,
    );
    return null;
  }
}

/**
 * The same for what an engine can load again. It can do without, so where the folder cannot be,
 * nothing is said.
 */
export function makeCacheFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    // The engine keeps nothing there, then.
  }
  return path;
}
