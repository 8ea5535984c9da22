import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KeptGrant } from "framework/app";

// grants.json:
//
//   { "version": 1, "grants": [{ "kind", "path", "identity", "window" }, …], "mac": "<64 hexadecimal digits>" }
//
// `mac` is HMAC-SHA-256 over the app's identifier, a NUL and the grants as JSON, with the 32 bytes in `key`.

/** So that a list cannot grow for ever: of more than these, the newest are kept. */
const mostGrants = 10_000;
const keyLength = 32;

interface Kept {
  readonly version: 1;
  readonly grants: readonly KeptGrant[];
  readonly mac: string;
}

/** The file with the kept grants, in a folder that pages cannot reach. */
export class Store {
  readonly #path: string;
  readonly #identifier: string;
  readonly #key: Buffer;

  constructor(folder: string, identifier: string) {
    this.#path = join(folder, "grants.json");
    this.#identifier = identifier;
    this.#key = readKey(join(folder, "key"));
  }

  /** The kept grants; none when the file is not as it was written. */
  read(): readonly KeptGrant[] {
    const text = readOrNull(this.#path)?.toString("utf8");
    if (text === undefined) return [];
    const kept = parse(text);
    if (kept !== null && this.#isOurs(kept)) return kept.grants;
    process.stderr.write(
      `persisted-scope: nothing is restored: "${this.#path}" was changed by something else\n`,
    );
    return [];
  }

  /** Writes all of it, or leaves what was there. */
  write(grants: readonly KeptGrant[]): void {
    const list = grants
      .slice(-mostGrants)
      .map(({ kind, path, identity, window }) => ({ kind, path, identity, window }));
    const kept: Kept = { version: 1, grants: list, mac: this.#sign(list).toString("hex") };
    const unfinished = `${this.#path}.new`;
    try {
      writeFileSync(unfinished, JSON.stringify(kept), { mode: 0o600, flush: true });
      renameSync(unfinished, this.#path);
    } catch (error) {
      // The choices hold until the app ends; that they are not kept is no reason to end it.
      process.stderr.write(`persisted-scope: cannot write "${this.#path}": ${String(error)}\n`);
    }
  }

  #isOurs({ grants, mac }: Kept): boolean {
    const given = Buffer.from(mac, "hex");
    const expected = this.#sign(grants);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(grants: readonly KeptGrant[]): Buffer {
    return createHmac("sha256", this.#key)
      .update(`${this.#identifier}\0${JSON.stringify(grants)}`)
      .digest();
  }
}

/** The key of this app and user. One that others could have read is not used any more. */
function readKey(path: string): Buffer {
  const known = readOrNull(path);
  const isPrivate = process.platform === "win32" || (known !== null && (statSync(path).mode & 0o077) === 0);
  if (known?.length === keyLength && isPrivate) return known;
  const key = randomBytes(keyLength);
  rmSync(path, { force: true });
  writeFileSync(path, key, { mode: 0o600, flag: "wx", flush: true });
  return key;
}

function parse(text: string): Kept | null {
  try {
    const value = JSON.parse(text) as Partial<Kept> | null;
    const fits = value?.version === 1 && Array.isArray(value.grants) && typeof value.mac === "string";
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
