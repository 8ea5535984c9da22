import type * as sqlite from "bun:sqlite";
import { FrameworkError, type ErrorCode } from "framework/app";

/** Milliseconds that a save waits for one of another process, and between two attempts. */
const patience = { total: 2000, step: 10 };

/**
 * Waits until no other process of the app saves. The lock is that of an empty database, and ends
 * with the process, for any reason. Source: https://sqlite.org/lockingv3.html
 *
 * @param path the lock's file
 * @param store the path of the store, for errors
 */
export async function lock(path: string, store: string): Promise<Disposable> {
  try {
    return await take(path);
  } catch (error) {
    const [code, reason] = kinds.find(([start]) => codeOf(error).startsWith(start))?.[1] ?? [
      "internal",
      String(error),
    ];
    throw new FrameworkError(code, `Cannot save store "${store}": its lock "${path}" ${reason}`, {
      cause: error,
    });
  }
}

// Starts of extended result codes. Source: https://sqlite.org/rescode.html
const kinds: readonly (readonly [start: string, readonly [code: ErrorCode, reason: string]])[] = [
  ["SQLITE_FULL", ["io", "finds no space left on the disk"]],
  ["SQLITE_READONLY", ["io", "may not be written"]],
  ["SQLITE_CANTOPEN", ["io", "cannot be opened"]],
  ["SQLITE_IOERR", ["io", "was refused by the disk"]],
  ["SQLITE_BUSY", ["timed-out", "is held by another process of the app"]],
];

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}

async function take(path: string): Promise<Disposable> {
  // Loaded here only: an app that changes nothing does not need it.
  const { Database } = process.getBuiltinModule("bun:sqlite") as typeof sqlite;
  const database = new Database(path, { create: true, readwrite: true });
  try {
    const end = performance.now() + patience.total;
    while (!begin(database, performance.now() > end)) await Bun.sleep(patience.step);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @returns whether the lock is held now; `isLast`: a lock of another process is an error */
function begin(database: sqlite.Database, isLast: boolean): boolean {
  try {
    database.run("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    if (isLast || codeOf(error) !== "SQLITE_BUSY") throw error;
    return false;
  }
}
