import { constants, fstatSync, openSync, readlinkSync } from "node:fs";
import { homedir } from "node:os";
import type { WindowsFiles } from "../../../src/contract/host/windows-calls.ts";
import { folderHost } from "../../../src/app/paths/base-directories.ts";
import { withInheritedLimits, type Host } from "../../../src/app/process/host.ts";
import { findProgram, programPlaces } from "../../../src/app/process/program-file.ts";
import {
  absolutePath,
  childOf,
  type AbsolutePath,
} from "../../../src/app/scope/path/absolute-path.ts";
import { systemDisk, type Disk, type Found } from "../../../src/app/scope/open/disk.ts";
import { openerOf } from "../../../src/app/scope/open/open-checked.ts";
import type { OpenFolder, Opener } from "../../../src/app/scope/open/open-handle.ts";
import { windowsOpener } from "../../../src/app/scope/open/open-windows.ts";
import type { RealPath } from "../../../src/app/scope/path/real-path.ts";

// A Windows whose drive C: is the disk of this machine: paths have its separators, its drive and
// its rules, and files are where they are. What it leaves out is the disk's own doing: names that
// differ in case are two files, and there are no short names, streams or shares.

const drive = "C:";

/** `/tmp/a` as `C:\\tmp\\a`. */
export function windowsPath(path: string): string {
  return drive + path.replaceAll("/", "\\");
}

/** The path of this machine; on another drive or a share is nothing. */
function herePath({ names: [root, ...names] }: AbsolutePath): AbsolutePath {
  if (root !== drive) throw new Error(`Cannot look at "${root}": there is only "${drive}"`);
  return absolutePath(names, "linux");
}

function hereText(path: string): string | null {
  if (!/^c:\\/i.test(path)) return null;
  return path.slice(drive.length).replaceAll("\\", "/");
}

function found(here: Found): Found {
  if (here.kind !== "link") return here;
  const { target } = here;
  return {
    kind: "link",
    target: target.startsWith("/") ? windowsPath(target) : target.replaceAll("/", "\\"),
  };
}

const disk: Disk = {
  lstat(path) {
    const text = hereText(path);
    return text === null ? { kind: "nothing" } : found(systemDisk.lstat(text));
  },
  identify(path) {
    const text = hereText(path);
    return text === null ? null : systemDisk.identify(text);
  },
  spell: (path) => windowsPath(systemDisk.spell(hereText(path) ?? path)),
  takesCasesApart: () => false,
};

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
const O_PATH = 0o10000000;
const flags = { read: O_RDONLY, write: O_WRONLY, append: O_WRONLY | O_APPEND };

const hold = (path: string) => openSync(hereText(path) ?? path, O_PATH | O_NOFOLLOW);

/**
 * Windows' own calls for files, with symbolic links for junctions. What is held can be renamed all
 * the same.
 */
export const windowsFiles: WindowsFiles = {
  holdFolder: hold,
  hold,
  reopen: (held, access) => openSync(`/proc/self/fd/${held}`, flags[access]),
  create: (path, access) =>
    openSync(hereText(path) ?? path, flags[access] | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666),
  isLink: (held) => fstatSync(held).isSymbolicLink(),
  pathOf: (held) => windowsPath(readlinkSync(`/proc/self/fd/${held}`)),
  spell: (path) => disk.spell(path),
  keepAttributes: () => true,
};

const here = openerOf("linux");
const windows = windowsOpener(windowsFiles);

// Operations by a path use Linux: the path would not belong to this machine, and open files do not
// protect it.
const opener: Opener = {
  file: (real, access) => windows.file(real, access),
  lstat: (real) => windows.lstat(real),
  folder: (real) => folder(here.folder(realHere(real)), real),
  place: (real) => here.place(herePath(real)),
};

function realHere(real: RealPath): RealPath {
  return { ...herePath(real), found: real.found };
}

function folder(opened: OpenFolder, path: AbsolutePath): OpenFolder {
  return {
    path,
    identity: opened.identity,
    entries: (page) => opened.entries(page),
    child: (name) => folder(opened.child(name), childOf(path, name, "windows")),
    [Symbol.dispose]: () => opened[Symbol.dispose](),
  };
}

export function windowsHost(): Host {
  const { env, temp } = folderHost("linux");
  const home = windowsPath(homedir());
  const folders = { APPDATA: `${home}\\AppData\\Roaming`, LOCALAPPDATA: `${home}\\AppData\\Local` };
  return {
    system: "windows",
    env: { ...env, ...folders, PUBLIC: "C:\\Users\\Public" },
    home,
    temp: windowsPath(temp),
    known: null,
    readText: () => null,
    disk,
    opener,
    findProgram,
    programPlaces,
    jobs: null,
    withInheritedLimits,
    startedAs: null,
    preferredLanguage: null,
    exchange: null,
    keepAttributes: windowsFiles.keepAttributes,
    registryText: () => null,
    session: () => "1",
    letTakeFront: () => {},
  };
}
