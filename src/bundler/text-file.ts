import { readFileSync } from "node:fs";

/** Reads a text in UTF-8. The mark by which some editors say so at its beginning is no part of it. */
export function readTextFile(path: string): string {
  return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
}
