import { renameSync, rmSync, writeFileSync } from "node:fs";

/**
 * Writes a small file of the app's own. Other processes, and the next run after a crash, find the
 * old text or the new one, never a part.
 */
export function replaceFile(path: string, text: string): void {
  const unfinished = `${path}-${process.pid}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
