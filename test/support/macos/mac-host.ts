import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { join } from "node:path";
import type { MacFiles, NamedEntry } from "../../../src/contract/host/macos-calls.ts";
import { macCalls } from "../../../src/native/macos/app-calls.ts";
import { macHost as hostOfMac, type Host } from "../../../src/app/process/host.ts";
import { exchange } from "../exchange.ts";
import { systemDisk } from "../../../src/app/scope/open/disk.ts";
import { comparable } from "../../../src/app/scope/path/letter-case.ts";

// A Mac whose disk is that of this machine: names are found in any case and composition, and
// everything that users can change has a second path, as through the firmlinks of macOS. What it
// leaves out are forks, and paths by numbers.

const secondRoot = "/System/Volumes/Data";

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } =
  constants;
const O_PATH = 0o10000000;
const flags = { read: O_RDONLY, write: O_WRONLY, append: O_WRONLY | O_APPEND };

export interface MacDisk {
  /** Default: no, as on most Macs. */
  readonly takesCasesApart?: boolean;
  /** The system's answer about the path of an open file, by its path. Default: that path. */
  readonly tells?: (path: string) => string;
}

/** macOS' own calls for files, on this machine. */
export function macFiles({
  takesCasesApart = false,
  tells = (path) => path,
}: MacDisk): MacFiles & { here(path: string): string } {
  const nameIn = (folder: string, name: string): string => {
    const own = takesCasesApart
      ? (text: string) => text.normalize("NFC")
      : (text: string) => comparable(text, "macos");
    if (lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined) return name;
    try {
      return readdirSync(folder).find((each) => own(each) === own(name)) ?? name;
    } catch {
      return name;
    }
  };
  const namesOf = (path: string): string[] => {
    const rest = `${path}/`.startsWith(`${secondRoot}/`) ? path.slice(secondRoot.length) : path;
    // The folders that the second root is in.
    return secondRoot.startsWith(`${rest}/`) ? [] : rest.split("/").filter(Boolean);
  };
  const here = (path: string): string =>
    namesOf(path).reduce((folder, name) => join(folder, nameIn(folder, name)), "/");
  const inside = (folder: number, name: string): string =>
    `/proc/self/fd/${folder}/${nameIn(`/proc/self/fd/${folder}`, name)}`;

  /** Holds what is at a path, name by name: no link is followed. */
  const hold = (names: readonly string[]): number => {
    let held = openSync("/", O_PATH | O_DIRECTORY);
    for (const name of names) {
      const folder = held;
      try {
        held = openSync(inside(folder, name), O_PATH | O_NOFOLLOW);
      } finally {
        closeSync(folder);
      }
      if (fstatSync(held).isSymbolicLink()) {
        closeSync(held);
        throw failure("ELOOP");
      }
    }
    return held;
  };
  const again = (held: number, how: number): number => {
    try {
      return openSync(`/proc/self/fd/${held}`, how);
    } finally {
      closeSync(held);
    }
  };

  return {
    here,
    open: (path, access) => again(hold(namesOf(path)), flags[access] | O_NONBLOCK),
    create(path, access, mode) {
      const names = namesOf(path);
      const folder = hold(names.slice(0, -1));
      try {
        return openSync(
          inside(folder, names.at(-1) as string),
          flags[access] | O_CREAT | O_EXCL | O_NOFOLLOW,
          mode,
        );
      } finally {
        closeSync(folder);
      }
    },
    openFolder: (path) => again(hold(namesOf(path)), O_RDONLY | O_DIRECTORY),
    holdFolder: (path) => again(hold(namesOf(path)), O_PATH | O_DIRECTORY),
    pathOf: (opened) => tells(readlinkSync(`/proc/self/fd/${opened}`)),
    spell: (path) => realpathSync.native(here(path)),
    takesCasesApart: () => takesCasesApart,
    look(folder, name) {
      const stats = lstatSync(inside(folder, name), { bigint: true, throwIfNoEntry: false });
      return stats === undefined
        ? null
        : { kind: kindOf(stats), device: stats.dev, number: stats.ino };
    },
    list: (folder) =>
      readdirSync(`/proc/self/fd/${folder}`, { withFileTypes: true }).map((entry) => ({
        name: entry.name,
        kind: kindOf(entry),
      })),
    makeFolder: (folder, name) => mkdirSync(inside(folder, name)),
    removeFile: (folder, name) => unlinkSync(inside(folder, name)),
    removeFolder: (folder, name) => rmdirSync(inside(folder, name)),
    rename(folder, name, newFolder, newName) {
      const [from, to] = [inside(folder, name), inside(newFolder, newName)];
      // To another spelling of its own name.
      const isSame = lstatSync(from).ino === lstatSync(to, { throwIfNoEntry: false })?.ino;
      renameSync(from, isSame ? `/proc/self/fd/${newFolder}/${newName}` : to);
    },
    exchange,
    keepAttributes: () => true,
  };

  function failure(code: string): Error {
    return Object.assign(new Error(`Cannot open: ${code}`), { code });
  }
}

function kindOf(stats: {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}): NamedEntry["kind"] {
  if (stats.isSymbolicLink()) return "link";
  if (stats.isDirectory()) return "folder";
  return stats.isFile() ? "file" : "other";
}

/** Whether this is a Mac: then its own calls are tested, and no disk but its own is there. */
export const isMac = process.platform === "darwin";

export function macHost(given: MacDisk = {}): Host {
  if (isMac) return hostOfMac(macCalls);
  const files = macFiles(given);
  const host = hostOfMac({
    files,
    startedAs: () => process.execPath,
    preferredLanguage: () => "de-CH",
  });
  // Bun found out where the home folder is when the process began.
  const home = process.env["HOME"] ?? host.home;
  return {
    ...host,
    home,
    disk: { ...host.disk, lstat: (path) => systemDisk.lstat(files.here(path)) },
  };
}
