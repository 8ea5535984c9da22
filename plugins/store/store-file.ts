import { readFileSync, statSync, renameSync, mkdirSync, type BigIntStats } from "node:fs";
import { dirname } from "node:path";
import { fileError, FrameworkError } from "framework/app";
import { parseStore, storeBytes, versionKey, type StoreData } from "./format.ts";
import { jsonFault } from "./json-fault.ts";
import { Snapshot } from "./snapshot.ts";

/** The parts of the app that a store needs. */
export interface StoreHost {
  /** The current path of the file; it throws if a link now leads out of the data folder. */
  readonly locate: () => string;
  readonly write: (path: string, contents: Uint8Array) => Promise<void>;
  /** Waits until no other process of the app saves; the path of the store is for errors. */
  readonly lock: (path: string) => Promise<Disposable>;
  readonly say: (problem: string) => void;
}

export type ChangeListener = (key: string, value: unknown) => void;

/** Milliseconds from the last change to the save, and from the first one. */
const delay = { last: 100, first: 1000 };

/**
 * One file of values, in memory. Changes are saved after a moment, merged with the writes of
 * another process of the app: key by key, the last change wins.
 */
export class StoreFile {
  readonly #host: StoreHost;
  readonly #listeners = new Set<ChangeListener>();
  #defaults: ReadonlyMap<string, unknown> = new Map();
  #data: StoreData = { version: null, values: new Map() };
  /** Keys that have changed since the file was read or written. */
  #changed = new Set<string>();
  /** The file at its last read or write; `null`: there was none. */
  #seen: FileSeen | null = null;
  #isDamaged = false;
  #snapshot: Snapshot | null = null;
  #saving: Promise<void> | null = null;
  #timer: { readonly id: Timer; readonly since: number } | null = null;
  #lastProblem = "";
  #check: ((values: Record<string, unknown>) => void) | null = null;

  /** @throws Error if the file exists and cannot be read */
  constructor(host: StoreHost) {
    this.#host = host;
    this.#read();
  }

  get version(): number | null {
    return this.#data.version;
  }

  get size(): number {
    return this.#data.values.size;
  }

  get(key: string): unknown {
    return this.#data.values.get(key) ?? null;
  }

  has(key: string): boolean {
    return this.#data.values.has(key);
  }

  entries(): [string, unknown][] {
    return [...this.#data.values];
  }

  /**
   * @throws FrameworkError `bad-argument` for values that JSON cannot hold, and for those that the
   * check rejects
   */
  set(key: string, value: unknown): void {
    if (key === versionKey)
      throw refusal(key, "is the number of migrations that have run; use another key");
    const next = plain(key, value);
    this.#check?.({ ...Object.fromEntries(this.#data.values), [key]: next });
    this.#put(key, next);
  }

  /**
   * Checks all values at each later change; the check throws for wrong ones. A file whose values
   * are wrong now is kept beside the new one, which begins with the defaults.
   */
  checkBy(check: (values: Record<string, unknown>) => void): void {
    this.#check = check;
    try {
      check(Object.fromEntries(this.#data.values));
    } catch (error) {
      const path = this.#host.locate();
      this.#host.say(
        `${String(error)}: "${path}" will be kept as "${path}.bad", and the defaults are used`,
      );
      this.#isDamaged = this.#seen !== null;
      this.reset();
    }
  }

  delete(key: string): boolean {
    if (!this.#data.values.has(key)) return false;
    if (this.#check !== null) {
      const { [key]: _, ...others } = Object.fromEntries(this.#data.values);
      this.#check(others);
    }
    this.#remove(key);
    return true;
  }

  clear(): void {
    this.#check?.({});
    for (const key of this.#data.values.keys()) this.#remove(key);
  }

  reset(): void {
    for (const key of this.#data.values.keys()) if (!this.#defaults.has(key)) this.#remove(key);
    for (const [key, value] of this.#defaults)
      if (!Bun.deepEquals(this.#data.values.get(key), value))
        this.#put(key, structuredClone(value));
  }

  /**
   * Sets values for keys that the file does not have. They are written with the first change.
   *
   * @throws FrameworkError `bad-argument` for values that JSON cannot hold
   */
  useDefaults(given: ReadonlyMap<string, unknown>): void {
    const defaults = plainValues(given);
    this.#defaults = defaults;
    for (const [key, value] of defaults)
      if (!this.#data.values.has(key)) this.#data.values.set(key, structuredClone(value));
  }

  /**
   * Replaces all values, as a migration does.
   *
   * @throws FrameworkError `bad-argument` for values that JSON cannot hold
   */
  replace(given: ReadonlyMap<string, unknown>, version: number | null): void {
    const values = plainValues(given);
    for (const key of this.#data.values.keys()) if (!values.has(key)) this.#remove(key);
    for (const [key, value] of values)
      if (!Bun.deepEquals(this.#data.values.get(key), value)) this.#put(key, value);
    if (version === this.#data.version) return;
    this.#data.version = version;
    this.#saveLater();
  }

  /**
   * Reads the file again, which takes precedence.
   *
   * @throws FrameworkError `not-found`; `io` for a file that is no store
   */
  load(): void {
    const found = this.#parsed();
    if (found === null) {
      const path = this.#host.locate();
      throw seen(path) === null
        ? new FrameworkError("not-found", `Cannot load store "${path}": there is no such file`)
        : new FrameworkError("io", `Cannot load store "${path}": it must hold a JSON object`);
    }
    this.#changed.clear();
    this.#take(found);
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Saves now. Calls during a save share the next save. */
  async save(): Promise<void> {
    const before = this.#saving;
    if (before !== null) await before.catch(() => {});
    this.#saving ??= this.#save().finally(() => (this.#saving = null));
    await this.#saving;
  }

  /** Saves the changes. Standard error reports a failure, and the next change tries again. */
  async flush(): Promise<void> {
    if (this.#saving !== null) await this.#saving.catch(() => {});
    if (this.#timer === null && this.#changed.size === 0) return;
    try {
      await this.save();
      this.#lastProblem = "";
    } catch (error) {
      const problem = String(error);
      if (problem !== this.#lastProblem) this.#host.say(`${problem}; the next change tries again`);
      this.#lastProblem = problem;
    }
  }

  async #save(): Promise<void> {
    this.#stopTimer();
    const path = this.#host.locate();
    try {
      await this.#saveTo(path);
    } catch (error) {
      throw fileError("save store", path, error);
    }
  }

  async #saveTo(path: string): Promise<void> {
    mkdirSync(dirname(path), { recursive: true });
    using _ = await this.#host.lock(path);
    this.#takeOthers(path);
    const changed = this.#changed;
    this.#changed = new Set();
    try {
      const bytes = await this.#bytes();
      if (this.#isDamaged) renameSync(path, `${path}.bad`);
      this.#isDamaged = false;
      await this.#host.write(path, bytes);
      this.#seen = seen(path);
    } catch (error) {
      for (const key of changed) this.#changed.add(key);
      throw error;
    }
  }

  /** The current content of the file, created in slices; pages get their turn between them. */
  async #bytes(): Promise<Uint8Array> {
    this.#snapshot = new Snapshot(this.#data.values);
    try {
      return await storeBytes(this.#data.version, this.#snapshot);
    } finally {
      this.#snapshot = null;
    }
  }

  #read(): void {
    const found = this.#parsed();
    if (found !== null) this.#data = found;
  }

  /** `null`: there is no file, or none that is a store. */
  #parsed(): StoreData | null {
    const path = this.#host.locate();
    const now = seen(path);
    if (now === null) return null;
    const found = parseStore(readText(path));
    this.#seen = now;
    this.#isDamaged = found === null;
    if (found === null)
      this.#host.say(
        `"${path}" holds no JSON object: it will be kept as "${path}.bad", and values begin anew`,
      );
    return found;
  }

  /** Merges the later writes of another process. */
  #takeOthers(path: string): void {
    const now = seen(path);
    if (now === null || (this.#seen !== null && isSame(now, this.#seen))) return;
    const found = this.#parsed();
    if (found === null) return;
    for (const key of this.#data.values.keys())
      if (!found.values.has(key) && !this.#changed.has(key) && !this.#defaults.has(key))
        this.#drop(key);
    this.#take(found);
  }

  /** Merges values of the file, except for keys that have changed here since. */
  #take({ values }: StoreData): void {
    for (const [key, value] of values) {
      if (this.#changed.has(key) || Bun.deepEquals(this.#data.values.get(key), value)) continue;
      this.#snapshot?.keep(key);
      this.#data.values.set(key, value);
      this.#tell(key, value);
    }
  }

  #put(key: string, value: unknown): void {
    this.#snapshot?.keep(key);
    this.#data.values.set(key, value);
    this.#note(key, value);
  }

  #remove(key: string): void {
    this.#drop(key);
    this.#changed.add(key);
    this.#saveLater();
  }

  #drop(key: string): void {
    this.#snapshot?.keep(key);
    this.#data.values.delete(key);
    this.#tell(key, null);
  }

  #note(key: string, value: unknown): void {
    this.#changed.add(key);
    this.#tell(key, value);
    this.#saveLater();
  }

  #tell(key: string, value: unknown): void {
    for (const listener of this.#listeners) listener(key, value);
  }

  #saveLater(): void {
    const now = performance.now();
    const since = this.#timer?.since ?? now;
    // A timer for each of many changes would cost more than the changes.
    if (this.#timer !== null && now + delay.last > since + delay.first) return;
    this.#stopTimer();
    const id = setTimeout(() => void this.flush(), delay.last);
    this.#timer = { id, since };
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer.id);
    this.#timer = null;
  }
}

interface FileSeen {
  readonly inode: bigint;
  readonly size: bigint;
  readonly modified: bigint;
}

function seen(path: string): FileSeen | null {
  const stats = duringRead(path, (): BigIntStats | undefined =>
    statSync(path, { bigint: true, throwIfNoEntry: false }),
  );
  return stats === undefined
    ? null
    : { inode: stats.ino, size: stats.size, modified: stats.mtimeNs };
}

function isSame(one: FileSeen, other: FileSeen): boolean {
  return one.inode === other.inode && one.size === other.size && one.modified === other.modified;
}

function readText(path: string): string {
  // Some editors put a byte order mark there.
  return duringRead(path, () => readFileSync(path, "utf8").replace(/^\ufeff/, ""));
}

function duringRead<Result>(path: string, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    throw fileError("read store", path, error);
  }
}

/** Values in the form for the file, without those that are `undefined`. */
function plainValues(values: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  const present = [...values].filter(([, value]) => value !== undefined);
  return new Map(present.map(([key, value]) => [key, plain(key, value)]));
}

/** A value in the form for the file. */
function plain(key: string, value: unknown): unknown {
  const fault = jsonFault(value);
  if (fault !== null) throw refusal(key, `must be JSON, and ${fault}`);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw refusal(key, "is missing; remove a key by delete");
  return JSON.parse(text) as unknown;
}

/** The error for a value that a store cannot hold. */
export function refusal(key: string, reason: string): FrameworkError {
  return new FrameworkError("bad-argument", `Cannot set "${key}": its value ${reason}`);
}
