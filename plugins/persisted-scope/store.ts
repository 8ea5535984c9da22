import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as sqlite from "bun:sqlite";
import type { KeptGrant } from "framework/app";

// grants.json:
//
//   { "version": 1, "grants": [{ "kind", "path", "identity", "window" }, …], "mac": "<64
//   hexadecimal digits>" }
//
// `mac` is HMAC-SHA-256 over the app's identifier, a NUL and the grants as JSON, with the 32 bytes
// in `key`. An unusable file that has to be replaced is kept as grants.json.bad or key.bad.

/** So that a list cannot grow forever: only the newest of these are kept. */
const maxGrants = 10_000;
const keyLength = 32;
/** Milliseconds that a change waits for one of another process. */
const patience = 2000;

interface Kept {
  readonly version: 1;
  readonly grants: readonly KeptGrant[];
  readonly mac: string;
}

/** The kept grants; "void": they were modified. */
type Found = readonly KeptGrant[] | "void";

/**
 * The file with the kept grants, in a folder that pages cannot reach. Several processes of the app
 * may share it.
 */
export class Store {
  readonly #folder: string;
  readonly #path: string;
  readonly #keyPath: string;
  readonly #identifier: string;

  constructor(folder: string, identifier: string) {
    this.#folder = folder;
    this.#path = join(folder, "grants.json");
    this.#keyPath = join(folder, "key");
    this.#identifier = identifier;
  }

  /** The kept grants. Standard error names an unreadable file, which stays unchanged. */
  read(): readonly KeptGrant[] {
    try {
      const found = this.#find(readKey(this.#keyPath));
      if (found !== "void") return found;
      tell(`nothing is restored: "${this.#path}" was changed by something else`);
    } catch (error) {
      tell(`nothing is restored: ${String(error)}`);
    }
    return [];
  }

  /**
   * Changes the currently kept grants, which another process may have written: completely, or not
   * at all. The choices are valid until the app ends; standard error reports that they cannot be
   * stored, which is no reason to end it.
   *
   * @returns whether it is stored
   */
  change(next: (kept: readonly KeptGrant[]) => readonly KeptGrant[]): boolean {
    try {
      using _ = lock(join(this.#folder, "lock"));
      const key = readKey(this.#keyPath) ?? makeKey(this.#keyPath);
      const found = this.#find(key);
      const kept = found === "void" ? [] : found;
      const grants = next(kept);
      if (found !== "void" && Bun.deepEquals(grants, kept)) return true;
      if (found === "void") renameSync(this.#path, `${this.#path}.bad`);
      this.#write(grants.slice(-maxGrants), key);
      return true;
    } catch (error) {
      tell(`choices are not kept over a restart: ${String(error)}`);
      return false;
    }
  }

  #find(key: Buffer | null): Found {
    const text = readOrNull(this.#path)?.toString("utf8");
    if (text === undefined) return [];
    const kept = parse(text);
    return kept !== null && key !== null && this.#isOurs(kept, key) ? kept.grants : "void";
  }

  #write(grants: readonly KeptGrant[], key: Buffer): void {
    const list = grants.map(({ kind, path, identity, window }) => ({
      kind,
      path,
      identity,
      window,
    }));
    const kept: Kept = { version: 1, grants: list, mac: this.#sign(list, key).toString("hex") };
    // Those of killed processes.
    for (const name of readdirSync(this.#folder))
      if (/^grants\.json\.[0-9a-f]{32}\.new$/.test(name))
        rmSync(join(this.#folder, name), { force: true });
    const unfinished = `${this.#path}.${randomBytes(16).toString("hex")}.new`;
    try {
      writeFileSync(unfinished, JSON.stringify(kept), { mode: 0o600, flag: "wx", flush: true });
      renameSync(unfinished, this.#path);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  #isOurs({ grants, mac }: Kept, key: Buffer): boolean {
    const given = Buffer.from(mac, "hex");
    const expected = this.#sign(grants, key);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(grants: readonly KeptGrant[], key: Buffer): Buffer {
    return createHmac("sha256", key)
      .update(`${this.#identifier}\0${JSON.stringify(grants)}`)
      .digest();
  }
}

/** Reports on standard error that the app continues without the user's choices. */
export function tell(problem: string): void {
  process.stderr.write(`persisted-scope: ${problem}\n`);
}

/**
 * The key of this app and user; `null`: there is none, or one that others could have read, or that
 * is truncated.
 */
function readKey(path: string): Buffer | null {
  const known = readOrNull(path);
  const isPrivate =
    process.platform === "win32" || (known !== null && (statSync(path).mode & 0o077) === 0);
  return known?.length === keyLength && isPrivate ? known : null;
}

function makeKey(path: string): Buffer {
  const key = randomBytes(keyLength);
  const unfinished = `${path}.${randomBytes(16).toString("hex")}.new`;
  try {
    writeFileSync(unfinished, key, { mode: 0o600, flag: "wx", flush: true });
    if (readOrNull(path) !== null) renameSync(path, `${path}.bad`);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  return key;
}

/**
 * Waits until no other process changes the kept grants. The lock is that of an empty database, and
 * ends with the process. Source: https://sqlite.org/lockingv3.html
 */
function lock(path: string): Disposable {
  // Loaded here only: most starts of an app change nothing.
  const { Database } = process.getBuiltinModule("bun:sqlite") as typeof sqlite;
  const database = new Database(path, { create: true, readwrite: true });
  try {
    database.run(`PRAGMA busy_timeout = ${patience}`);
    database.run("BEGIN EXCLUSIVE");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function parse(text: string): Kept | null {
  try {
    const value = JSON.parse(text) as Partial<Kept> | null;
    const fits =
      value?.version === 1 && Array.isArray(value.grants) && typeof value.mac === "string";
    return fits ? (value as Kept) : null;
  } catch {
    return null;
  }
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
