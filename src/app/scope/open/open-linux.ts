import { constants, fstatSync, lstatSync, openSync, readlinkSync, unlinkSync } from "node:fs";
import { basename } from "node:path";
import { childOf, parentOf, type AbsolutePath } from "../path/absolute-path.ts";
import { identityOf, systemDisk } from "./disk.ts";
import { readEntries } from "./folder-entries.ts";
import {
  Handle,
  requireFile,
  Swapped,
  type Access,
  type OpenFolder,
  type Opener,
} from "./open-handle.ts";
import { PathProblem, systemCode } from "../../paths/path-problem.ts";
import { PathPlace } from "../path/path-place.ts";

// The possibilities of Linux without openat2, which Bun has no call for:
//
//   /proc/self/fd/N           as a link: the path of the file of N, as the kernel knows it
//   /proc/self/fd/N/name      opens `name` in exactly the folder of N
//   /proc/self/fd/N           opened: exactly the file of N again, with other rights
//
// O_PATH refers to an entry without opening it: a device stays inactive, a pipe waits for no
// writer. With O_NONBLOCK, a file that never answers, such as /proc/kmsg, returns an error.

const {
  O_CREAT,
  O_DIRECTORY,
  O_EXCL,
  O_NOFOLLOW,
  O_RDONLY,
  O_WRONLY,
  O_APPEND,
  O_NOCTTY,
  O_NONBLOCK,
} = constants;
const O_PATH = 0o10000000;

export const linuxOpener: Opener = {
  file(real, access, mode = 0o666) {
    if (real.names.length === 0) throw new PathProblem("io", "it is a folder");
    using parent = openHandle(parentOf(real, "linux"));
    const place = `/proc/self/fd/${parent.fd}/${basename(real.text)}`;
    try {
      using held = new Handle(openSync(place, O_PATH | O_NOFOLLOW));
      verify(held, real);
      if (fstatSync(held.fd).isSymbolicLink()) throw new Swapped("a link");
      requireFile(held);
      return new Handle(
        openSync(`/proc/self/fd/${held.fd}`, flags[access] | O_NOCTTY | O_NONBLOCK),
      );
    } catch (error) {
      if (access === "read" || systemCode(error) !== "ENOENT") throw error;
    }
    return create(place, real, access, mode);
  },

  folder(real) {
    return new LinuxFolder(openHandle(real), real);
  },

  place(real) {
    const parent = openHandle(parentOf(real, "linux"));
    return new PathPlace(`/proc/self/fd/${parent.fd}/${basename(real.text)}`, {
      close: () => parent[Symbol.dispose](),
    });
  },

  lstat(real) {
    if (real.names.length === 0) return systemDisk.lstat(real.text);
    try {
      using parent = openHandle(parentOf(real, "linux"));
      const found = systemDisk.lstat(`/proc/self/fd/${parent.fd}/${basename(real.text)}`);
      if (found.kind === "link") throw new Swapped(real.text);
      return found;
    } catch (error) {
      const code = systemCode(error);
      if (code === "ENOENT" || code === "ENOTDIR") return { kind: "nothing" };
      throw error;
    }
  },
};

const flags: Readonly<Record<Access, number>> = {
  read: O_RDONLY,
  write: O_WRONLY,
  append: O_WRONLY | O_APPEND,
};

/**
 * Opens the folder at a real path with O_PATH. It is reached name by name: not even a missing name
 * may be reported for a path behind a link.
 */
function openHandle(real: AbsolutePath): Handle {
  let handle = new Handle(openSync("/", O_PATH | O_DIRECTORY));
  for (const name of real.names) {
    using parent = handle;
    handle = step(`/proc/self/fd/${parent.fd}/${name}`, real);
  }
  return verified(handle, real);
}

function step(place: string, real: AbsolutePath): Handle {
  try {
    return new Handle(openSync(place, O_PATH | O_NOFOLLOW | O_DIRECTORY));
  } catch (error) {
    // For a link, too: O_NOFOLLOW and O_DIRECTORY together give ENOTDIR.
    if (systemCode(error) !== "ENOTDIR") throw error;
    const { kind } = systemDisk.lstat(place);
    throw kind === "file" || kind === "other" ? error : new Swapped(real.text);
  }
}

function create(place: string, real: AbsolutePath, access: Access, mode: number): Handle {
  let handle: Handle;
  try {
    handle = new Handle(openSync(place, flags[access] | O_CREAT | O_EXCL | O_NOFOLLOW, mode));
  } catch (error) {
    if (systemCode(error) === "EEXIST") throw new Swapped(real.text);
    throw error;
  }
  const identity = identityOf(fstatSync(handle.fd, { bigint: true }));
  try {
    return verified(handle, real);
  } catch (error) {
    // Its folder was moved at this very moment. Our empty new file must not stay there.
    const made = lstatSync(place, { bigint: true, throwIfNoEntry: false });
    if (made !== undefined && identityOf(made) === identity) unlinkSync(place);
    throw error;
  }
}

function verified(handle: Handle, real: AbsolutePath): Handle {
  try {
    verify(handle, real);
    return handle;
  } catch (error) {
    handle[Symbol.dispose]();
    throw error;
  }
}

function verify(handle: Handle, real: AbsolutePath): void {
  if (readlinkSync(`/proc/self/fd/${handle.fd}`) !== real.text) throw new Swapped(real.text);
}

class LinuxFolder implements OpenFolder {
  readonly path: AbsolutePath;
  readonly identity: string;
  readonly #handle: Handle;

  constructor(handle: Handle, path: AbsolutePath) {
    this.#handle = handle;
    this.path = path;
    this.identity = identityOf(fstatSync(handle.fd, { bigint: true }));
  }

  entries(page: AbortSignal) {
    return this.#handle.use(page, readEntries(`/proc/self/fd/${this.#handle.fd}`));
  }

  child(name: string): OpenFolder {
    const place = `/proc/self/fd/${this.#handle.fd}/${name}`;
    return new LinuxFolder(
      new Handle(openSync(place, O_PATH | O_DIRECTORY | O_NOFOLLOW)),
      childOf(this.path, name, "linux"),
    );
  }

  [Symbol.dispose](): void {
    this.#handle[Symbol.dispose]();
  }
}
