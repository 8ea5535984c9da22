import { constants, openSync } from "node:fs";
import type { FileAccess } from "../../../contract/host/windows-calls.ts";
import type { MacFiles } from "../../../contract/host/macos-calls.ts";
import { libsystem } from "../lib/libsystem.ts";
import { attempt, checked, cString } from "./failure.ts";
import { fullPath, listFolder, lookIn } from "./attributes.ts";

// Constants of <fcntl.h>, <unistd.h> and <sys/unistd.h> that Bun does not provide.
const O_SEARCH = 0x40100000;
const O_NOFOLLOW_ANY = 0x20000000;
const AT_REMOVEDIR = 0x80;
const _PC_CASE_SENSITIVE = 11;
// <sys/stdio.h>
const RENAME_SWAP = 2;
// <copyfile.h>
const COPYFILE_ACL = 1;
const COPYFILE_XATTR = 4;

const { O_APPEND, O_CREAT, O_DIRECTORY, O_EXCL, O_NOCTTY, O_NONBLOCK, O_RDONLY, O_WRONLY } =
  constants;

const accesses: Readonly<Record<FileAccess, number>> = {
  read: O_RDONLY,
  write: O_WRONLY,
  append: O_WRONLY | O_APPEND,
};

/** macOS' own file calls, on any thread. */
export const macFiles: MacFiles = {
  // If a pipe was put there meanwhile, it waits for no writer.
  open: (path, access) => openSync(path, accesses[access] | O_NOFOLLOW_ANY | O_NOCTTY | O_NONBLOCK),
  create: (path, access, mode) =>
    openSync(path, accesses[access] | O_NOFOLLOW_ANY | O_CREAT | O_EXCL, mode),
  openFolder: (path) => openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW_ANY),
  holdFolder: (path) => openSync(path, O_SEARCH | O_NOFOLLOW_ANY),
  pathOf: (opened) => fullPath(opened),
  spell: (path) => fullPath(path),

  takesCasesApart(path) {
    for (let place = path; ; place = place.slice(0, place.lastIndexOf("/")) || "/") {
      const { given, code } = attempt(() => libsystem.pathconf(cString(place), _PC_CASE_SENSITIVE));
      if (code === null) return given !== 0;
      // A missing entry is on the disk of its folder; a disk that does not report it may be
      // case-sensitive.
      if (code !== "ENOENT" || place === "/") return true;
    }
  },

  look: lookIn,
  list: listFolder,

  makeFolder(folder, name) {
    checked("make", name, () => libsystem.mkdirat(folder, cString(name), 0o777));
  },

  removeFile(folder, name) {
    checked("remove", name, () => libsystem.unlinkat(folder, cString(name), 0));
  },

  removeFolder(folder, name) {
    checked("remove", name, () => libsystem.unlinkat(folder, cString(name), AT_REMOVEDIR));
  },

  rename(folder, name, newFolder, newName) {
    checked("rename", name, () =>
      libsystem.renameat(folder, cString(name), newFolder, cString(newName)),
    );
  },

  exchange(one, other) {
    checked("exchange", one, () => libsystem.renamex_np(cString(one), cString(other), RENAME_SWAP));
  },

  keepAttributes: (from, to) =>
    attempt(() => libsystem.fcopyfile(from, to, null, COPYFILE_ACL | COPYFILE_XATTR)).code === null,
};
