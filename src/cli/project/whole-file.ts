import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";

/**
 * Writes a whole file, or leaves what was there. What lies under the name is not opened: a link or a pipe is
 * replaced.
 *
 * @param mode of the file
 */
export function writeWholeFile(path: string, text: string, mode: number): void {
  const unfinished = `${path}.${randomUUID()}.new`;
  try {
    writeFileSync(unfinished, text, { mode, flag: "wx", flush: true });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The same for a file of the user's, which keeps its mode, and may be reached by a link. */
export function rewriteFile(path: string, text: string): void {
  const real = realpathSync(path);
  writeWholeFile(real, text, statSync(real).mode & 0o777);
}
