import { win32 } from "node:path";
import { baseDirectories as variables } from "../../contract/paths.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { System } from "../../contract/target.ts";
import type { FileRequest } from "../../contract/ui/index.ts";
import { longestPath, parsePath } from "../scope/path/absolute-path.ts";
import type { Disk, Found } from "../scope/open/disk.ts";
import { realPath } from "../scope/path/real-path.ts";
import type { BaseDirectories } from "./base-directories.ts";
import { pathsOf } from "./dialect.ts";

/** The initial folder and name of a file dialog. */
export type StartingPoint = Pick<FileRequest, "folder" | "name">;

export interface StartingPointDisk {
  isFolder(path: string): boolean;
  isFile(path: string): boolean;
}

export interface StartingPointOptions {
  readonly baseDirectories: BaseDirectories;
  readonly disk: StartingPointDisk;
  /** The system whose path rules apply. */
  readonly system: System;
}

/** A disk as dialogs see it: links are followed. */
export function startingPointDisk(system: System, disk: Disk): StartingPointDisk {
  const kindOf = (path: string): Found["kind"] => {
    try {
      return realPath(parsePath(path, system), system, disk).found.kind;
    } catch {
      // For the dialog, an inaccessible folder does not exist.
      return "nothing";
    }
  };
  return {
    isFolder: (path) => kindOf(path) === "folder",
    isFile: (path) => kindOf(path) === "file",
  };
}

/**
 * Turns `defaultPath` into a folder to show and a name to select or preset. A relative path is
 * resolved against the home folder: the working directory depends on the starting program, and is
 * usually `/` for a launcher.
 *
 * - An existing folder is shown.
 * - `open`: an existing file is shown selected in its folder.
 * - `save`: any other path presets the name, and its folder is shown.
 * - For a missing folder, its nearest existing parent is shown.
 */
export function startingPoint(
  defaultPath: string | null,
  mode: FileRequest["mode"],
  { baseDirectories, disk, system }: StartingPointOptions,
): StartingPoint {
  if (defaultPath === null || defaultPath === "") return { folder: null, name: null };
  if (defaultPath.includes("\0")) {
    throw new FrameworkError(
      "bad-argument",
      `Cannot start a dialog at "${defaultPath}": must not hold a NUL character`,
    );
  }
  const path = wholePath(defaultPath, baseDirectories, system);
  if (path.length > longestPath[system]) {
    throw new FrameworkError(
      "bad-argument",
      `Cannot start a dialog at "${path.slice(0, 60)}…": must have at most ${longestPath[system]} characters`,
    );
  }
  const { basename, dirname } = pathsOf(system);
  const lastName = basename(path) === "" ? null : basename(path);
  const preset = mode === "save" ? lastName : null;
  if (system === "windows" && !isNear(path, baseDirectories)) return { folder: null, name: preset };

  if (disk.isFolder(path)) return { folder: path, name: null };
  const folder = nearestFolder(dirname(path), dirname, disk);
  if (mode === "open" && disk.isFile(path)) return { folder, name: lastName };
  return { folder, name: preset };
}

function wholePath(text: string, baseDirectories: BaseDirectories, system: System): string {
  const { isAbsolute, join, normalize, parse } = pathsOf(system);
  const separators = system === "windows" ? /[\\/]/ : /\//;
  const endSeparators = system === "windows" ? /[\\/]+$/ : /\/+$/;
  const end = text.search(separators);
  const first = end === -1 ? text : text.slice(0, end);
  const rest = end === -1 ? "" : text.slice(end + 1);
  const home = baseDirectories.HOME ?? parse("/").root;

  const variable = variables.find((name) => `$${name}` === first);
  let path: string;
  if (variable !== undefined) path = join(baseDirectories[variable] ?? home, rest);
  else if (first === "~") path = join(home, rest);
  // `C:a` is relative to a drive's current folder and `\a` to the current drive: they are resolved
  // against the home folder and its drive.
  else if (system === "windows" && /^[a-z]:(?![\\/])/i.test(text)) path = join(home, text.slice(2));
  else if (system === "windows" && /^[\\/](?![\\/])/.test(text))
    path = join(parse(home).root, text);
  else path = isAbsolute(text) ? normalize(text) : join(home, text);
  return path.length > parse(path).root.length ? path.replace(endSeparators, "") : path;
}

function nearestFolder(
  path: string,
  dirname: (path: string) => string,
  disk: StartingPointDisk,
): string | null {
  for (let folder = path; ; folder = dirname(folder)) {
    if (disk.isFolder(folder)) return folder;
    if (dirname(folder) === folder) return null;
  }
}

// Access to a share alone reveals the user to its server, and a page chooses the path. Drives are
// fine, and so is a share with the user's own folders. `\\?\` and `\\.\` are devices.
function isNear(path: string, baseDirectories: BaseDirectories): boolean {
  const root = win32.parse(path).root.toLowerCase();
  if (/^[a-z]:/.test(root)) return true;
  return Object.values(baseDirectories).some(
    (folder) => folder !== null && win32.parse(folder).root.toLowerCase() === root,
  );
}
