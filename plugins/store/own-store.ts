import { FrameworkError, type StandardSchema } from "framework/app";
import type { ChangeListener, StoreFile } from "./store-file.ts";

/** A store as the app's own code sees it: typed, and at once, since the values are in memory. */
export interface OwnStore<T extends object> {
  /** A copy of a value. */
  get<K extends keyof T & string>(key: K): T[K];
  /** Sets a value, which pages see at once and the file has after a moment. */
  set<K extends keyof T & string>(key: K, value: T[K]): void;
  /** A copy of all values. */
  all(): T;
  /** Puts the defaults back, and removes all else. */
  reset(): void;
  /** Saves now. */
  save(): Promise<void>;
  /** Calls back after each change, by a page or the app; returns what ends it. */
  onChange(listener: <K extends keyof T & string>(key: K, value: T[K] | null) => void): () => void;
}

export interface OwnStoreOptions<T extends object> {
  /** Checks the whole store when it is opened, and each change. It has to answer at once. */
  readonly schema?: StandardSchema<unknown, T>;
  /**
   * Each brings the values of one version to the next. The file knows how many have run, so one
   * that is here once must stay at its place.
   */
  readonly migrations?: readonly ((values: Record<string, unknown>) => Record<string, unknown>)[];
}

/** A store that was asked for, and is opened when the app is there. */
export interface AskedStore {
  readonly name: string;
  readonly open: (file: StoreFile) => void;
}

/** @returns the store, and what opens it */
export function ownStore<T extends object>(
  name: string,
  defaults: T,
  { schema, migrations = [] }: OwnStoreOptions<T>,
): { readonly store: OwnStore<T>; readonly asked: AskedStore } {
  let opened: StoreFile | null = null;
  const file = (): StoreFile => {
    if (opened !== null) return opened;
    throw new FrameworkError(
      "unavailable",
      `Cannot use store "${name}": the app has to be set up first`,
    );
  };
  const all = (): T => structuredClone(Object.fromEntries(file().entries())) as T;
  const asked: AskedStore = {
    name,
    open(found) {
      migrate(name, found, migrations);
      found.useDefaults(new Map(Object.entries(defaults)));
      if (schema !== undefined) found.checkBy((values) => checked(name, schema, values));
      opened = found;
    },
  };
  const store: OwnStore<T> = {
    get: (key) => structuredClone(file().get(key)) as never,
    set: (key, value) => file().set(key, value),
    all,
    reset: () => file().reset(),
    save: () => file().save(),
    onChange: (listener) => file().onChange(listener as ChangeListener),
  };
  return { store, asked };
}

function migrate(
  name: string,
  file: StoreFile,
  migrations: NonNullable<OwnStoreOptions<object>["migrations"]>,
): void {
  const from = file.version ?? 0;
  if (from > migrations.length) {
    process.stderr.write(
      `store: "${name}" is of version ${from} and this app knows ${migrations.length}: it is used as it is\n`,
    );
    return;
  }
  if (migrations.length === 0) return;
  // A new file has nothing to migrate.
  const values =
    file.size === 0
      ? {}
      : migrations.slice(from).reduce((now, step) => step(now), Object.fromEntries(file.entries()));
  file.replace(new Map(Object.entries(values)), migrations.length);
}

/** @throws FrameworkError `bad-argument`, naming each value that does not fit */
function checked(name: string, schema: StandardSchema, values: Record<string, unknown>): void {
  const result = schema["~standard"].validate(values);
  if (result instanceof Promise)
    throw new FrameworkError(
      "bad-argument",
      `Cannot use store "${name}": its schema must answer at once`,
    );
  if (result.issues === undefined) return;
  const reasons = result.issues.map(({ path = [], message }) => {
    const keys = path.map((part) => String(typeof part === "object" ? part.key : part));
    return keys.length === 0 ? message : `"${keys.join(".")}": ${message}`;
  });
  throw new FrameworkError("bad-argument", `Cannot use store "${name}": ${reasons.join("; ")}`);
}
