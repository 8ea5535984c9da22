import { win32 } from "node:path";
import type { PackagedFile } from "../resources.ts";

// Source: Microsoft, "Maximum Path Length Limitation": 260 characters with the final zero, and 12
// fewer for a folder.

/**
 * The longest path that NSIS and Windows Installer write, whatever the machine allows other
 * programs.
 */
export const longestFile = 259;

const longestFolder = 247;

/** The longest name of a local user. */
const userName = 20;

/**
 * A note of a build about files that installers may fail to write, since their paths are too long.
 *
 * @param folder the name of the app's folder
 */
export function longPathNote(
  files: readonly PackagedFile[],
  { folder, isForAll }: { readonly folder: string; readonly isForAll: boolean },
): string | null {
  const parent = isForAll
    ? "C:\\Program Files"
    : `C:\\Users\\${"u".repeat(userName)}\\AppData\\Local`;
  const excess = (path: string): number => {
    const whole = win32.join(parent, folder, path);
    return Math.max(whole.length - longestFile, win32.dirname(whole).length - longestFolder);
  };
  const long = files
    .map(({ path }) => ({ path, excess: excess(path) }))
    .filter((one) => one.excess > 0)
    .toSorted((one, other) => other.excess - one.excess);
  const [worst] = long;
  if (worst === undefined) return null;
  const others = long.length === 1 ? "" : ` and ${long.length - 1} more`;
  const place = isForAll ? parent : "C:\\Users\\…\\AppData\\Local";
  return `framework.bundle.resources: "${worst.path}"${others}: installers for Windows write paths of up to ${longestFile} characters, and below "${place}\\${folder}" this one may have ${worst.excess} too many; shorten its path`;
}
