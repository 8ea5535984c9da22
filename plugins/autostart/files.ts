import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileError } from "framework/app";

/** `null`: there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw fileError("read", path, error);
  }
}

export function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw fileError("remove", path, error);
  }
}

export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileError("make folder", path, error);
  }
}
