import { closeSync, fsyncSync, openSync } from "node:fs";
import { systemCode } from "../paths/path-problem.ts";

/** Waits until a file is on the disk. */
export function syncFile(path: string): void {
  const fd = openSync(path, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Windows opens no folders, and some disks sync none: there the names are written in the order they were given. */
const cannotSync = ["EISDIR", "EPERM", "EACCES", "EBADF", "EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"];

/**
 * Waits until the names in a folder are on the disk, where folders can be synced.
 * @param sync for tests
 */
export function syncFolder(path: string, sync: (path: string) => void = syncFile): void {
  try {
    sync(path);
  } catch (error) {
    if (!cannotSync.includes(systemCode(error) ?? "")) throw error;
  }
}
