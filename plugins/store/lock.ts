import type * as sqlite from "bun:sqlite";

/** Milliseconds that a save waits for one of another process, and between two attempts. */
const patience = { total: 2000, step: 10 };

/**
 * Waits until no other process of the app saves. The lock is that of an empty database, and ends
 * with the process, for any reason. Source: https://sqlite.org/lockingv3.html
 */
export async function lock(path: string): Promise<Disposable> {
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
    if (isLast || (error as { code?: string }).code !== "SQLITE_BUSY") throw error;
    return false;
  }
}
