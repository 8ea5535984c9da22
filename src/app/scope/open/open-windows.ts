import { closeSync, fstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path/win32";
import type { WindowsFiles } from "../../../contract/host/windows-calls.ts";
import {
  absolutePath,
  childOf,
  parentOf,
  parsePath,
  rootLength,
  type AbsolutePath,
} from "../path/absolute-path.ts";
import { identityOf, type Found, type Identity } from "./disk.ts";
import { readEntries } from "./folder-entries.ts";
import { Handle, requireFile, Swapped, type OpenFolder, type Opener } from "./open-handle.ts";
import { PathProblem, systemCode } from "../../paths/path-problem.ts";
import { PathPlace } from "../path/path-place.ts";
import { openPauses } from "./pauses.ts";

// The possibilities of Windows, by calls that the platform provides:
//
//   hold a folder       while it is held, no process can rename or remove it
//   query the held     for its path, as the system knows it, and whether it is a link itself
//    reopen the held     with other rights: no path is involved
//
// The folders on the way are held from the root on, each checked before the next one. While they
// are held, the path leads where it led at its check, and calls with a path are safe. One gap
// remains: an empty folder can be turned into a junction in place. So an opened or created file is
// checked again; for a name that is created, removed or renamed in a folder that just became empty
// there is no such check.

/** Opens files on Windows. */
export function windowsOpener(calls: WindowsFiles): Opener {
  return {
    file(real, access) {
      if (real.names.length <= rootLength("windows")) throw new PathProblem("io", "it is a folder");
      using _ = holdFolder(parentOf(real, "windows"), calls);
      try {
        using held = verified(calls.hold(real.text), real, calls);
        requireFile(held);
        return new Handle(calls.reopen(held.fd, access));
      } catch (error) {
        if (access === "read" || systemCode(error) !== "ENOENT") throw error;
      }
      return create(real, access, calls);
    },

    folder(real) {
      return new WindowsFolder(holdFolder(real, calls), real, calls);
    },

    place(real) {
      const parent = holdFolder(parentOf(real, "windows"), calls);
      return new PathPlace(real.text, {
        removeTree: () => removeTree(real.text, calls),
        close: () => parent[Symbol.dispose](),
      });
    },

    lstat(real) {
      try {
        using _ = holdFolder(parentOf(real, "windows"), calls);
        using held = verified(calls.hold(real.text), real, calls);
        return found(held);
      } catch (error) {
        const code = systemCode(error);
        if (code === "ENOENT" || code === "ENOTDIR") return { kind: "nothing" };
        throw error;
      }
    },
  };
}

/** Holds the folder at a real path, and all its parents. */
function holdFolder(real: AbsolutePath, calls: WindowsFiles): Handle {
  const held: Handle[] = [];
  // The lowest first: no entry stays held in a folder that is not.
  const close = () => held.toReversed().forEach((each) => each[Symbol.dispose]());
  try {
    for (let length = rootLength("windows"); length <= real.names.length; length++) {
      const folder = absolutePath(real.names.slice(0, length), "windows");
      const isLast = length === real.names.length;
      const handle = holdOne(folder, isLast, calls);
      if (handle !== null) held.push(handle);
    }
  } catch (error) {
    close();
    throw error;
  }
  return new Handle((held.at(-1) as Handle).fd, close);
}

/** `null`: the system denies access to a folder on the way; the check continues below it. */
function holdOne(folder: AbsolutePath, isLast: boolean, calls: WindowsFiles): Handle | null {
  let fd: number;
  try {
    fd = calls.holdFolder(folder.text);
  } catch (error) {
    const code = systemCode(error);
    if (!isLast && (code === "EPERM" || code === "EACCES")) return null;
    // Another process has it open to rename or remove it: after that, another entry is there.
    if (code === "EBUSY") throw new Swapped(folder.text, { cause: error });
    throw error;
  }
  const handle = verified(fd, folder, calls);
  if (fstatSync(fd).isDirectory()) return handle;
  handle[Symbol.dispose]();
  throw notFolder();
}

function create(real: AbsolutePath, access: "write" | "append", calls: WindowsFiles): Handle {
  let fd: number;
  try {
    fd = calls.create(real.text, access);
  } catch (error) {
    if (systemCode(error) === "EEXIST") throw new Swapped(real.text);
    throw error;
  }
  let made: string | null = null;
  try {
    made = calls.pathOf(fd);
    return verified(fd, real, calls);
  } catch (error) {
    // Its folder has become a junction at this very moment. Our empty new file must not stay there.
    if (made === null) closeSync(fd);
    else unlinkSync(made);
    throw error;
  }
}

/** The handle of the held entry, if it is the one of the real path; otherwise it is released. */
function verified(fd: number, real: AbsolutePath, calls: WindowsFiles): Handle {
  const handle = new Handle(fd);
  try {
    if (calls.isLink(fd) || parsePath(calls.pathOf(fd), "windows").text !== real.text)
      throw new Swapped(real.text);
    return handle;
  } catch (error) {
    handle[Symbol.dispose]();
    throw error;
  }
}

function found({ fd }: Handle): Found {
  const stats = fstatSync(fd, { bigint: true });
  const kind = stats.isFile() ? "file" : stats.isDirectory() ? "folder" : "other";
  return { kind, identity: identityOf(stats) };
}

/** The error of node:fs for a path that continues below a file. */
function notFolder(): Error {
  return Object.assign(new Error("Cannot go on below a file"), { code: "ENOTDIR" });
}

/** Removes a file, or a folder and its content, name by name. A link is only a name. */
async function removeTree(path: string, calls: WindowsFiles, pause = openPauses()): Promise<void> {
  await pause();
  if (!isFolder(path, calls)) return removeName(path);
  {
    // While it is held, no other folder's names are read and removed in its place.
    using folder = new Handle(calls.holdFolder(path));
    if (calls.isLink(folder.fd)) throw notFolder();
    for (const name of readdirSync(path)) await removeTree(join(path, name), calls, pause);
  }
  rmdirSync(path);
}

function isFolder(path: string, calls: WindowsFiles): boolean {
  using held = new Handle(calls.hold(path));
  return !calls.isLink(held.fd) && fstatSync(held.fd).isDirectory();
}

function removeName(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    // A junction is a folder to some calls.
    if (systemCode(error) !== "EPERM" && systemCode(error) !== "EISDIR") throw error;
    rmdirSync(path);
  }
}

class WindowsFolder implements OpenFolder {
  readonly path: AbsolutePath;
  readonly identity: Identity;
  readonly #handle: Handle;
  readonly #calls: WindowsFiles;

  constructor(handle: Handle, path: AbsolutePath, calls: WindowsFiles) {
    this.#handle = handle;
    this.#calls = calls;
    this.path = path;
    this.identity = identityOf(fstatSync(handle.fd, { bigint: true }));
  }

  entries(page: AbortSignal) {
    return this.#handle.use(page, readEntries(this.path.text));
  }

  child(name: string): OpenFolder {
    const path = childOf(this.path, name, "windows");
    const handle = holdOne(path, true, this.#calls) as Handle;
    return new WindowsFolder(handle, path, this.#calls);
  }

  [Symbol.dispose](): void {
    this.#handle[Symbol.dispose]();
  }
}
