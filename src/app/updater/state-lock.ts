import type * as sqlite from "bun:sqlite";

/** Milliseconds. Who has it reads and writes a small file. */
const patience = 5000;

/**
 * Keeps what the app remembers to this process until it is disposed of. It is the lock of a database that stays empty: of
 * all locks that Bun has, it alone goes with the process, however that ends.
 * Source: https://sqlite.org/lockingv3.html
 *
 * @param path of the database, in a folder that is there
 * @returns `null`: nothing can be locked there, as on a disk that cannot be written to
 * @throws Error when another process keeps it
 */
export function lockState(path: string): Disposable | null {
  // Most starts of an app change nothing, and load it in vain otherwise.
  const { Database } = process.getBuiltinModule("bun:sqlite") as typeof sqlite;
  let database: sqlite.Database | null = null;
  try {
    database = new Database(path, { create: true, readwrite: true });
    database.run(`PRAGMA busy_timeout = ${patience}`);
    database.run("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database?.close();
    if ((error as { code?: unknown }).code !== "SQLITE_BUSY") return null;
    throw new Error(`another process of the app has kept it for ${patience} ms`, { cause: error });
  }
}
