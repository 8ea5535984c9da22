import { constants, fstatSync, lstatSync, openSync, unlinkSync } from "node:fs";
import type { System } from "../../../contract/target.ts";
import { childOf, parentOf, parsePath, type AbsolutePath } from "../path/absolute-path.ts";
import { identityOf, systemDisk, type Found, type Identity } from "./disk.ts";
import { readEntries } from "./folder-entries.ts";
import {
  Handle,
  refuseOtherThanFile,
  requireFile,
  Swapped,
  whilePage,
  type Access,
  type OpenFolder,
  type Opener,
} from "./open-handle.ts";
import { PathProblem, systemCode } from "../../paths/path-problem.ts";
import { PathPlace } from "../path/path-place.ts";
import { realPath } from "../path/real-path.ts";

// If an open file has no queryable path (Linux without /proc), the opened file must be exactly the
// one that the checked path, its links followed again, leads to now.

const { O_CREAT, O_EXCL, O_RDONLY, O_WRONLY, O_APPEND } = constants;
// Windows has neither.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** @param system the system whose path rules apply */
export function portableOpener(system: System): Opener {
  return {
    file(real, access, mode = 0o666) {
      refuseOtherThanFile(real.found);
      if (real.found.kind === "nothing" && access !== "read")
        return create(real, access, mode, system);
      return verified(open(real, flags[access] | O_NONBLOCK, system), real, system);
    },

    folder(real) {
      if (real.found.kind !== "folder")
        throw new Swapped(real.text, { cause: notFolder(real.found) });
      return new PortableFolder(real, real.found.identity, system);
    },

    place(real) {
      const parent = parentOf(real, system);
      const found = systemDisk.lstat(parent.text);
      if (found.kind === "link") throw new Swapped(real.text);
      if (found.kind !== "folder") throw new Swapped(real.text, { cause: notFolder(found) });
      verify(parent, found.identity, system);
      return new PathPlace(real.text);
    },

    lstat: (real) => foundNow(real, system),
  };
}

const flags: Readonly<Record<Access, number>> = {
  read: O_RDONLY,
  write: O_WRONLY,
  append: O_WRONLY | O_APPEND,
};

function open(real: AbsolutePath, how: number, system: System, mode?: number): Handle {
  try {
    return new Handle(openSync(real.text, how | O_NOFOLLOW, mode));
  } catch (error) {
    const code = systemCode(error);
    if (code === "ELOOP" || code === "EEXIST") throw new Swapped(real.text);
    // Not even a missing name may be reported for a path behind a link.
    foundNow(real, system);
    throw error;
  }
}

function create(real: AbsolutePath, access: Access, mode: number, system: System): Handle {
  const handle = open(real, flags[access] | O_CREAT | O_EXCL, system, mode);
  const identity = identityOf(fstatSync(handle.fd, { bigint: true }));
  try {
    return verified(handle, real, system);
  } catch (error) {
    // The empty file was created elsewhere. It is removed if the path still leads to it.
    const made = lstatSync(real.text, { bigint: true, throwIfNoEntry: false });
    if (made !== undefined && identityOf(made) === identity) unlinkSync(real.text);
    throw error;
  }
}

function verified(handle: Handle, real: AbsolutePath, system: System): Handle {
  try {
    verify(real, identityOf(fstatSync(handle.fd, { bigint: true })), system);
    requireFile(handle);
    return handle;
  } catch (error) {
    handle[Symbol.dispose]();
    throw error;
  }
}

/** Checks that a path still has no link in it and leads to exactly this file or folder. */
function verify(real: AbsolutePath, identity: Identity, system: System): void {
  const found = foundNow(real, system);
  if (!("identity" in found) || found.identity !== identity) throw new Swapped(real.text);
}

/** The entry at a path that still has no link in it. */
function foundNow(real: AbsolutePath, system: System): Found {
  const now = realPath(parsePath(real.text, system), system, systemDisk);
  if (now.text !== real.text) throw new Swapped(real.text);
  return now.found;
}

function notFolder({ kind }: Found): PathProblem {
  if (kind === "nothing") return new PathProblem("not-found", "there is no such file or folder");
  return new PathProblem("not-found", "it, or a part of its path, is not a folder");
}

class PortableFolder implements OpenFolder {
  readonly path: AbsolutePath;
  readonly identity: Identity;
  readonly #system: System;

  constructor(path: AbsolutePath, identity: Identity, system: System) {
    this.path = path;
    this.identity = identity;
    this.#system = system;
  }

  async entries(page: AbortSignal) {
    try {
      return await whilePage(page, readEntries(this.path.text));
    } finally {
      this.#checkIsSame();
    }
  }

  #checkIsSame(): void {
    try {
      verify(this.path, this.identity, this.#system);
    } catch (error) {
      if (!(error instanceof Swapped)) throw error;
      throw new PathProblem("io", "it was replaced while it was being read");
    }
  }

  child(name: string): OpenFolder {
    const path = childOf(this.path, name, this.#system);
    const found = systemDisk.lstat(path.text);
    if (found.kind !== "folder") throw notFolder(found);
    verify(path, found.identity, this.#system);
    return new PortableFolder(path, found.identity, this.#system);
  }

  [Symbol.dispose](): void {}
}
