import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { isWithin, PathError, rootAround, type Root } from "./roots.ts";

// If the system supports it, each step to a file starts from the open parent folder, so that
// replacing a folder by a link meanwhile has no effect: on Linux /proc/self/fd/<number> is such a
// folder, regardless of its current name. Elsewhere each step is checked before it is taken.
//
// Source: proc_pid_fd(5), openat(2).

/** A file or folder to write, reached without following a link. */
interface Place extends Disposable {
  /** The path for system calls. */
  readonly path: string;
}

interface PlaceOptions {
  /** Creates the missing folders on the way. */
  readonly makes?: boolean;
}

const openFolder =
  constants.O_RDONLY |
  (constants.O_DIRECTORY ?? 0) |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** Runs a system call on a path below a root. Its errors name the path. */
export function at<T>(path: string, run: (place: string) => T, options: PlaceOptions = {}): T {
  using place = reach(path, options);
  try {
    return run(place.path);
  } catch (error) {
    throw named(error, place.path, path);
  }
}

/** The same for an asynchronous call. */
export async function atLater<T>(
  path: string,
  run: (place: string) => Promise<T>,
  options: PlaceOptions = {},
): Promise<T> {
  using place = reach(path, options);
  try {
    return await run(place.path);
  } catch (error) {
    throw named(error, place.path, path);
  }
}

/** The root that a path lies in. */
export function rootOf(path: string): Root {
  const root = rootAround(path);
  if (root === null) throw new PathError(`write "${path}"`, "the tool may not write there");
  return root;
}

function reach(path: string, { makes = false }: PlaceOptions): Place {
  const root = rootOf(path);
  const names = relative(root.named, path).split(sep).filter(Boolean);
  const name = names.pop();
  if (makes) makeRoot(root);
  if (name === undefined) return { path: root.folder, [Symbol.dispose]: () => {} };
  let folder = openStep(root.folder, root.folder);
  try {
    let shown = root.named;
    for (const each of names) {
      shown = join(shown, each);
      const next = nextStep(join(folder.path, each), shown, makes);
      folder[Symbol.dispose]();
      folder = next;
    }
  } catch (error) {
    folder[Symbol.dispose]();
    throw error;
  }
  return { path: join(folder.path, name), [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

function makeRoot({ folder, marker }: Root): void {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined)
    mkdirSync(folder, { recursive: true });
  // Writing would follow a link at this path.
  if (marker === null || lstatSync(marker, { throwIfNoEntry: false }) !== undefined) return;
  using root = openStep(folder, folder);
  const text = "framework builds in this folder, and empties folders in it.\n";
  try {
    writeFileSync(join(root.path, relative(folder, marker)), text, { flag: "wx" });
  } catch (error) {
    if (!isCode(error, "EEXIST"))
      throw named(error, join(root.path, relative(folder, marker)), marker);
  }
}

function nextStep(path: string, shown: string, makes: boolean): Place {
  try {
    return openStep(path, shown);
  } catch (error) {
    if (!makes || !isCode(error, "ENOENT")) throw error;
  }
  try {
    mkdirSync(path);
  } catch (error) {
    // Another step of the same build was quicker.
    if (!isCode(error, "EEXIST")) throw named(error, path, shown);
  }
  return openStep(path, shown);
}

/** Opens a folder on the way to a file. */
function openStep(path: string, shown: string): Place {
  if (!hasFolderHandles()) {
    refuseAllButFolder(path, shown);
    return { path: shown, [Symbol.dispose]: () => {} };
  }
  let handle: number;
  try {
    handle = openSync(path, openFolder);
  } catch (error) {
    refuseAllButFolder(path, shown);
    throw named(error, path, shown);
  }
  return { path: `/proc/self/fd/${handle}`, [Symbol.dispose]: () => closeSync(handle) };
}

function refuseAllButFolder(path: string, shown: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined)
    throw Object.assign(new Error(`ENOENT: no such file or directory, open '${shown}'`), {
      code: "ENOENT",
      path: shown,
    });
  if (stats.isDirectory()) return;
  refuseLink(path, shown);
  throw new PathError(`write into "${shown}"`, "it must be a folder");
}

/**
 * Refuses a link where a folder must be.
 * @param path the path for the system
 * @param shown the path for people
 */
export function refuseLink(path: string, shown: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw new PathError(
    `write into "${shown}"`,
    `it is a link to "${readlinkSync(path)}", and the tool follows none there; remove it`,
  );
}

/**
 * Whether an open folder has a path of its own here; `null`: not known yet. Tests of other systems
 * set it to false.
 */
export const folderHandles: { areUsable: boolean | null } = { areUsable: null };

function hasFolderHandles(): boolean {
  return (folderHandles.areUsable ??= findsFolderHandles());
}

function findsFolderHandles(): boolean {
  let handle: number | null = null;
  try {
    handle = openSync("/", openFolder);
    return readlinkSync(`/proc/self/fd/${handle}`) === "/";
  } catch {
    return false; // This system has no such paths, or cannot open folders.
  } finally {
    if (handle !== null) closeSync(handle);
  }
}

/** Whether a system error has this code. */
export function isCode(error: unknown, code: string): boolean {
  return (error as { code?: unknown }).code === code;
}

/** A system error with the path that the user knows. */
function named(error: unknown, place: string, path: string): unknown {
  if (!(error instanceof Error) || place === path) return error;
  const folder = dirname(place);
  const text = error.message
    .replaceAll(place, path)
    .replaceAll(`${folder}/`, join(dirname(path), "/"));
  if (text !== error.message) error.message = text;
  const reported = error as { path?: unknown; dest?: unknown };
  for (const key of ["path", "dest"] as const) {
    const value = reported[key];
    if (typeof value === "string" && isWithin(value, folder))
      reported[key] = join(dirname(path), value.slice(folder.length));
  }
  return error;
}
