import { closeSync, fsyncSync, openSync } from "node:fs";
import { systemCode } from "../../paths/path-problem.ts";

/** Waits until a file is on the disk. On Windows this needs the right to write to the file. */
export function syncFile(path: string): void {
  sync(path, "r+");
}

function sync(path: string, how: "r" | "r+"): void {
  const fd = openSync(path, how);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Windows opens no folders, and some disks do not sync them. There the names are written in the
 * order of the calls.
 */
const cannotSync = [
  "EISDIR",
  "EPERM",
  "EACCES",
  "EBADF",
  "EINVAL",
  "ENOTSUP",
  "EOPNOTSUPP",
  "ENOSYS",
];

/**
 * Waits until the names in a folder are on the disk, where folders can be synced.
 * @param syncNames for tests
 */
export function syncFolder(
  path: string,
  syncNames: (path: string) => void = (folder) => sync(folder, "r"),
): void {
  try {
    syncNames(path);
  } catch (error) {
    if (!cannotSync.includes(systemCode(error) ?? "")) throw error;
  }
}
