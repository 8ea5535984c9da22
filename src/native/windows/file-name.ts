import { FrameworkError } from "../../contract/errors.ts";
import { pathForC } from "../path-for-c.ts";

// Windows' names are any 16-bit units; a page accepts only Unicode. Paths to devices or into the
// kernel's own names look like those of files.

const longPrefix = "\\\\?\\";
const longShare = "\\\\?\\UNC\\";

/** The path of a real file or folder, in the form for pages: on a drive, or on a share. */
export function pathOf(given: string): string {
  if (!given.isWellFormed())
    throw new FrameworkError(
      "bad-path",
      `Cannot use the path "${escapedPath(given)}": its name must be valid Unicode`,
    );
  const path = withoutPrefix(given);
  // A colon after the drive's own would name a stream inside of the file.
  if (/^[a-z]:\\[^:]*$/i.test(path) || /^\\\\[^\\?.:][^\\:]*\\[^:]+$/.test(path)) return path;
  throw new FrameworkError(
    "bad-path",
    `Cannot use the path "${given}": want a file on a drive or a share`,
  );
}

function withoutPrefix(path: string): string {
  if (path.toUpperCase().startsWith(longShare)) return `\\\\${path.slice(longShare.length)}`;
  return path.startsWith(longPrefix) ? path.slice(longPrefix.length) : path;
}

/** Printable ASCII unchanged, other units as `\uNNNN`. */
function escapedPath(path: string): string {
  return Array.from({ length: path.length }, (_, index) => path.charCodeAt(index))
    .map((unit) =>
      unit >= 0x20 && unit < 0x7f
        ? String.fromCharCode(unit)
        : `\\u${unit.toString(16).padStart(4, "0")}`,
    )
    .join("");
}

/** A path or name for Windows, which would treat "/" as an option. */
export function pathForWindows(path: string): string {
  return pathForC(path).replaceAll("/", "\\");
}

/**
 * The pattern of an extension. Special characters of patterns and pattern lists become "any
 * character".
 */
export function extensionPattern(extension: string): string {
  return extension === "*" ? "*.*" : `*.${extension.replaceAll(/[;*]/g, "?")}`;
}
