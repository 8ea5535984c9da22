import { rmSync } from "node:fs";
import type * as sqlite from "bun:sqlite";

/** Another process has the lock. */
export class LockedError extends Error {}

/**
 * An exclusive lock between processes, which the system releases when the process ends for any
 * reason. It is the lock of an empty database: Bun has no other such lock. Source:
 * https://sqlite.org/lockingv3.html
 *
 * @param path of the database, in an existing folder
 * @param patience milliseconds to wait for the lock; this thread blocks meanwhile
 * @returns `null`: locking is impossible there, as on a read-only disk
 * @throws LockedError when another process, or another caller in this one, holds it
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
 * @returns "busy" also for disks without locks, as some network disks are, and `\\wsl.localhost`
 * from Windows
 */
function tryLock(path: string, patience: number): Disposable | "busy" | null {
  // Loaded here only: most starts of an app need no lock.
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

/** Whether exclusive locks work there. */
function canLockBeside(path: string): boolean {
  const own = `${path}.${crypto.randomUUID()}`;
  const lock = tryLock(own, 0);
  const isLocked = lock !== null && lock !== "busy";
  if (isLocked) lock[Symbol.dispose]();
  rmSync(own, { force: true });
  return isLocked;
}
