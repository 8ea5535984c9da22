import { statSync, type Stats } from "node:fs";

/**
 * The entry at a path, through links; `null`: there is none. Not by `throwIfNoEntry`, with which
 * Bun, unlike Node.js, throws ENOTDIR if a file stands in the place of a folder of the path.
 */
export function statusAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
