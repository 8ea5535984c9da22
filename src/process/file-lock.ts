import { rmSync } from "node:fs";
import type * as sqlite from "bun:sqlite";

/** Another process has the lock. */
export class LockedError extends Error {}

/**
 * A lock that one process of all has at a time, and that the system lets go of with the process,
 * however that ends. It is that of a database which stays empty: Bun has no other such lock.
 * Source: https://sqlite.org/lockingv3.html
 *
 * @param path of the database, in a folder that is there
 * @param patience milliseconds to wait for whoever has it; this thread stands still meanwhile
 * @returns `null`: nothing can be locked there, as on a disk that cannot be written to
 * @throws LockedError when another process, or another caller in this one, has it
 */
export function lockFile(path: string, patience = 0): Disposable | null {
  const atOnce = tryLock(path, 0);
  if (atOnce !== "busy") return atOnce;
  if (!canLockBeside(path)) return null;
  const lock = patience > 0 ? tryLock(path, patience) : atOnce;
  if (lock === "busy") throw new LockedError("another process has it");
  return lock;
}

/**
 * @returns "busy" also from disks that lock nothing, as those of networks can be, and
 * `\\wsl.localhost` from Windows
 */
function tryLock(path: string, patience: number): Disposable | "busy" | null {
  // Loaded here alone: most starts of an app lock nothing.
  const { Database } = process.getBuiltinModule("bun:sqlite") as typeof sqlite;
  let database: sqlite.Database | null = null;
  try {
    database = new Database(path, { create: true, readwrite: true });
    database.run(`PRAGMA busy_timeout = ${patience}`);
    database.run("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    return (error as { code?: unknown }).code === "SQLITE_BUSY" ? "busy" : null;
  }
}

/** Whether a lock can be had there that no other process can have. */
function canLockBeside(path: string): boolean {
  const own = `${path}.${crypto.randomUUID()}`;
  const lock = tryLock(own, 0);
  const isLocked = lock !== null && lock !== "busy";
  if (isLocked) lock[Symbol.dispose]();
  rmSync(own, { force: true });
  return isLocked;
}
