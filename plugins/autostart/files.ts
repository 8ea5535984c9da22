import { readFileSync, rmSync } from "node:fs";

/** `null`: there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

export function remove(path: string): void {
  rmSync(path, { force: true });
}
