import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import type { KeptGrant } from "framework/app";

/**
 * Whether a kept file cannot be looked at now, but may come back as it was: its drive or share is absent, or the system
 * does not let us look. A file that is gone from a folder of its own disk was removed.
 */
export function isAway({ path, identity }: KeptGrant): boolean {
  if (codeOf(path) === null) return false;
  if (codeOf(path) !== "ENOENT") return true;
  const folder = lstatSync(dirname(path), { bigint: true, throwIfNoEntry: false });
  // Where a drive is not mounted, the folder that it is mounted at belongs to another disk.
  return folder === undefined || !identity?.startsWith(`${folder.dev}:`);
}

/** `null`: something is there. */
function codeOf(path: string): string | null {
  try {
    lstatSync(path);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? "";
  }
}
