import { statSync, type Stats } from "node:fs";

/**
 * What is at a path, through links; `null`: nothing. Not by `throwIfNoEntry`, with which Bun, unlike
 * Node.js, still throws ENOTDIR if a file stands in the place of a folder of the path.
 */
export function statusAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}
