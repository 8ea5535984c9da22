import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

// The tool writes below roots only. A root is a folder that the user named, or one that the tool
// made; its content may come from a stranger's project, so no link there is followed.

/** A folder below which the tool may write, or a single file. */
export interface Root {
  /** Its path as it was opened: the user may have named a link. */
  readonly named: string;
  /** Its real path. It need not exist yet. */
  readonly folder: string;
  /** Whether the tool may empty and remove folders below it. */
  readonly isOwn: boolean;
  /**
   * The marker file that identifies a folder of build output as the tool's; `null`: it needs none.
   */
  readonly marker: string | null;
}

/** A path leads through a link, or names no file or folder. */
export class PathError extends Error {
  override readonly name = "PathError";
  /** The wanted state, for callers with a message of their own. */
  readonly why: string;

  /** @param action the failed action, with the path */
  constructor(action: string, why: string) {
    super(`Cannot ${action}: ${why}`);
    this.why = why;
  }
}

/** In a folder of build output: permits the tool to empty the folder. */
export const markerName = ".framework-target";

const roots = new Map<string, Root>();

/**
 * Permits the tool to write below a folder until its end, by the given path and by the real one. A
 * folder within a root stays under the rules of that root.
 * @returns its real path
 */
export function openRoot(folder: string, { isOwn = false } = {}): string {
  const named = resolve(folder);
  const real = realPath(named);
  for (const path of [named, real]) {
    const around = rootAround(path);
    if (around !== null && (around.isOwn || !isOwn)) break;
    roots.set(path, { named: path, folder: real, isOwn, marker: null });
  }
  return real;
}

/**
 * Opens the folder for build output. Below a project it is the tool's own; behind a link to
 * elsewhere, only with the user's permission: a marker file there that names the project, which no
 * project can ship.
 * @param folder `target` in the app source directory, as a real path
 * @returns its real path
 * @throws PathError when it is a link without permission, or no folder
 */
export function openTarget(folder: string): string {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) {
    const project = dirname(folder);
    const real = existsSync(folder) ? realpathSync(folder) : null;
    if (real === null || !namesProject(join(real, markerName), project)) {
      const place = real ?? readlinkSync(folder);
      throw new PathError(
        `build into "${folder}"`,
        `it is a link to "${place}"; remove it, or, if the build may write there and ` +
          `empty folders, make a file "${join(place, markerName)}" with the line ${project}`,
      );
    }
    roots.set(real, { named: real, folder: real, isOwn: true, marker: null });
    return real;
  }
  if (stats !== undefined && !stats.isDirectory())
    throw new PathError(`build into "${folder}"`, "it must be a folder");
  roots.set(folder, { named: folder, folder, isOwn: true, marker: join(folder, markerName) });
  return folder;
}

/**
 * Makes a folder that only this user can enter, and opens it as a root.
 * @throws when the name is taken
 */
export function makePrivateRoot(folder: string): string {
  mkdirSync(folder, { mode: 0o700 });
  const real = realpathSync(folder);
  roots.set(real, { named: real, folder: real, isOwn: true, marker: null });
  return real;
}

/**
 * Opens a single file as a root: one that another program has made for the tool to write to.
 * @throws PathError when it is a link, or no file
 */
export function openFileRoot(file: string): string {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new PathError(`write "${file}"`, "it must be a file");
  const real = realpathSync(file);
  roots.set(real, { named: real, folder: real, isOwn: false, marker: null });
  return real;
}

/** The innermost root that a path lies in; `null`: the tool may not write there. */
export function rootAround(path: string): Root | null {
  for (let folder = path; ; folder = dirname(folder)) {
    const root = roots.get(folder);
    if (root !== undefined) return root;
    if (dirname(folder) === folder) return null;
  }
}

/** Whether a path is a folder, or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** The real path of the existing part, followed by the missing names. */
export function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPath(dirname(path)), basename(path));
}

function namesProject(marker: string, project: string): boolean {
  if (lstatSync(marker, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const lines = readFileSync(marker, "utf8").split(/\r?\n/);
  return lines.some((line) => line.trim() === project);
}
