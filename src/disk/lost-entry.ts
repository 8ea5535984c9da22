import { lstatSync } from "node:fs";

/**
 * The reason why an entry of a folder cannot be found under its listed name. Node.js and Bun read
 * names as UTF-8, and another name becomes one with U+FFFD, under which nothing lies.
 */
export function lostEntryReason(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return "the link leads nowhere";
  return path.includes("\ufffd")
    ? "its name is not UTF-8; rename it"
    : "it was removed meanwhile; build again";
}
