import { accessSync, constants, mkdirSync } from "node:fs";

/**
 * Creates the folder where an engine stores data of pages. `null`: it is not writable, as on a
 * kiosk with a read-only disk. Then the engine stores nothing, and standard error reports it.
 */
export function makeDataFolder(path: string): string | null {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
    return path;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    process.stderr.write(
      `framework: the data that pages store is lost when the app ends: "${path}" cannot be written to (${reason})\n`,
    );
    return null;
  }
}

/** The same for the engine's cache. It is optional, so a failure is not reported. */
export function makeCacheFolder(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch {
    // Then the engine stores nothing there.
  }
  return path;
}
