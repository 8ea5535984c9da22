import { fstatSync } from "node:fs";
import { basename } from "node:path/posix";
import type { MacFiles, NamedEntry } from "../../../contract/host/macos-calls.ts";
import { childOf, parentOf, parsePath, type AbsolutePath } from "../path/absolute-path.ts";
import { identityOf, systemDisk, type Found, type Identity } from "./disk.ts";
import {
  Handle,
  refuseOtherThanFile,
  requireFile,
  Swapped,
  type FolderEntry,
  type OpenFolder,
  type Opener,
  type OpenPlace,
} from "./open-handle.ts";
import { systemCode } from "../../paths/path-problem.ts";
import { openPauses } from "./pauses.ts";
import type { RealPath } from "../path/real-path.ts";

// The possibilities of macOS, by calls that the platform provides:
//
//   open a path with no link in it    the system itself refuses one (O_NOFOLLOW_ANY)
//   query the path of an open file    one file has more paths than its own, and names of any case and composition
//   create, remove, rename and look   by a name in an open folder, whatever has taken the folder's path since
//
// Source: open(2), unlinkat(2), getattrlist(2) of macOS.

/** Opens files on macOS. */
export function macosOpener(calls: MacFiles): Opener {
  return {
    file(real, access, mode = 0o666) {
      refuseOtherThanFile(real.found);
      try {
        const file = opened(real, calls, () => calls.open(real.text, access));
        return checked(file, () => requireFile(file));
      } catch (error) {
        if (access === "read" || systemCode(error) !== "ENOENT") throw error;
      }
      return create(real, access, mode, calls);
    },

    folder: (real) => new MacosFolder(real, calls),

    place: (real) =>
      new MacosPlace(holdFolder(parentOf(real, "macos"), calls), basename(real.text), calls),

    lstat(real) {
      if (real.names.length === 0) return systemDisk.lstat(real.text);
      try {
        using parent = holdFolder(parentOf(real, "macos"), calls);
        return foundIn(parent, real, calls);
      } catch (error) {
        const code = systemCode(error);
        if (code === "ENOENT" || code === "ENOTDIR") return { kind: "nothing" };
        throw error;
      }
    },
  };
}

function foundIn(parent: Handle, real: AbsolutePath, calls: MacFiles): Found {
  const entry = calls.look(parent.fd, basename(real.text));
  if (entry === null) return { kind: "nothing" };
  if (entry.kind === "link") throw new Swapped(real.text);
  return { kind: entry.kind, identity: numberedIdentity(entry) };
}

function numberedIdentity({ device, number }: NamedEntry): Identity {
  return identityOf({ dev: device, ino: number });
}

function holdFolder(real: AbsolutePath, calls: MacFiles): Handle {
  return opened(real, calls, () => calls.holdFolder(real.text));
}

/** The opened entry, if it is the one of the real path; otherwise it is closed. */
function opened(real: AbsolutePath, calls: MacFiles, open: () => number): Handle {
  let handle: Handle;
  try {
    handle = new Handle(open());
  } catch (error) {
    throw systemCode(error) === "ELOOP" ? new Swapped(real.text) : error;
  }
  return checked(handle, () => {
    if (!isNamed(handle, real, calls)) throw new Swapped(real.text);
  });
}

function checked(handle: Handle, check: () => void): Handle {
  try {
    check();
    return handle;
  } catch (error) {
    handle[Symbol.dispose]();
    throw error;
  }
}

function isNamed({ fd }: Handle, real: AbsolutePath, calls: MacFiles): boolean {
  // A file that was just created has the requested name, which some disks decompose into letters
  // and accents.
  const reported = parsePath(calls.pathOf(fd), "macos");
  if (reported.text.normalize("NFC") === real.text.normalize("NFC")) return true;
  const stats = fstatSync(fd, { bigint: true });
  if (!stats.isFile() || stats.nlink < 2n) return false;
  // The system reported another of its names.
  using parent = holdFolder(parentOf(real, "macos"), calls);
  const entry = calls.look(parent.fd, basename(real.text));
  return entry !== null && numberedIdentity(entry) === identityOf(stats);
}

function create(real: RealPath, access: "write" | "append", mode: number, calls: MacFiles): Handle {
  let handle: Handle;
  try {
    handle = new Handle(calls.create(real.text, access, mode));
  } catch (error) {
    const code = systemCode(error);
    throw code === "EEXIST" || code === "ELOOP" ? new Swapped(real.text) : error;
  }
  try {
    if (!isNamed(handle, real, calls)) throw new Swapped(real.text);
    return handle;
  } catch (error) {
    // Its folder was moved at this very moment. Our empty new file must not stay there.
    removeMade(handle, calls);
    throw error;
  }
}

function removeMade(handle: Handle, calls: MacFiles): void {
  using made = handle;
  const path = parsePath(calls.pathOf(made.fd), "macos");
  using folder = holdFolder(parentOf(path, "macos"), calls);
  const entry = calls.look(folder.fd, basename(path.text));
  if (
    entry !== null &&
    numberedIdentity(entry) === identityOf(fstatSync(made.fd, { bigint: true }))
  )
    calls.removeFile(folder.fd, basename(path.text));
}

class MacosFolder implements OpenFolder {
  readonly path: AbsolutePath;
  readonly identity: Identity;
  readonly #handle: Handle;
  readonly #calls: MacFiles;

  constructor(path: AbsolutePath, calls: MacFiles) {
    this.#handle = opened(path, calls, () => calls.openFolder(path.text));
    this.#calls = calls;
    this.path = path;
    this.identity = identityOf(fstatSync(this.#handle.fd, { bigint: true }));
  }

  // Synchronously: a call in another thread would list whatever has the path by then.
  entries(): Promise<readonly FolderEntry[]> {
    return Promise.resolve().then(() =>
      this.#calls
        .list(this.#handle.fd)
        .map((each) => (this.#isReadable(each) ? each : { ...each, kind: "unreadable" })),
    );
  }

  // Invalid Unicode was read as U+FFFD; a real U+FFFD can be found by its name.
  #isReadable({ name }: FolderEntry): boolean {
    return !name.includes("\uFFFD") || this.#calls.look(this.#handle.fd, name) !== null;
  }

  child(name: string): OpenFolder {
    return new MacosFolder(childOf(this.path, name, "macos"), this.#calls);
  }

  [Symbol.dispose](): void {
    this.#handle[Symbol.dispose]();
  }
}

class MacosPlace implements OpenPlace {
  readonly #folder: Handle;
  readonly #name: string;
  readonly #calls: MacFiles;

  constructor(folder: Handle, name: string, calls: MacFiles) {
    this.#folder = folder;
    this.#name = name;
    this.#calls = calls;
  }

  isFolder(): boolean {
    const entry = this.#calls.look(this.#folder.fd, this.#name);
    if (entry === null)
      throw Object.assign(new Error(`Cannot look at "${this.#name}": nothing has the name`), {
        code: "ENOENT",
      });
    return entry.kind === "folder";
  }

  makeFolder(): void {
    this.#calls.makeFolder(this.#folder.fd, this.#name);
  }

  removeFile(): void {
    this.#calls.removeFile(this.#folder.fd, this.#name);
  }

  removeFolder(): void {
    this.#calls.removeFolder(this.#folder.fd, this.#name);
  }

  async removeTree(): Promise<void> {
    await removeTree(this.#folder.fd, this.#name, this.#calls);
  }

  renameTo(place: this): void {
    this.#calls.rename(this.#folder.fd, this.#name, place.#folder.fd, place.#name);
  }

  [Symbol.dispose](): void {
    this.#folder[Symbol.dispose]();
  }
}

/** Removes an entry and its content, name by name; a link is only a name. */
async function removeTree(
  folder: number,
  name: string,
  calls: MacFiles,
  pause = openPauses(),
): Promise<void> {
  await pause();
  if (calls.look(folder, name)?.kind !== "folder") return calls.removeFile(folder, name);
  {
    const path = childOf(parsePath(calls.pathOf(folder), "macos"), name, "macos");
    using child = opened(path, calls, () => calls.openFolder(path.text));
    for (const entry of calls.list(child.fd)) await removeTree(child.fd, entry.name, calls, pause);
  }
  calls.removeFolder(folder, name);
}
