import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The files in a folder and in all folders in it; links are not followed. The order is the same
 * each time.
 */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}
