import { FrameworkError, type StandardSchema } from "framework/app";
import type { ChangeListener, StoreFile } from "./store-file.ts";

/**
 * A store as the app's own code sees it: typed, and synchronous, because the values are in memory.
 */
export interface OwnStore<T extends object> {
  /** A copy of a value. */
  get<K extends keyof T & string>(key: K): T[K];
  /** Sets a value, which pages see at once and the file after a moment. */
  set<K extends keyof T & string>(key: K, value: T[K]): void;
  /** A copy of all values. */
  all(): T;
  /** Restores the defaults, and removes all other values. */
  reset(): void;
  /** Saves now. */
  save(): Promise<void>;
  /**
   * Calls back after each change, by a page or the app; returns a function that removes the
   * listener.
   */
  onChange(listener: <K extends keyof T & string>(key: K, value: T[K] | null) => void): () => void;
}

export interface OwnStoreOptions<T extends object> {
  /** Checks the whole store when it is opened, and each change. It must be synchronous. */
  readonly schema?: StandardSchema<unknown, T>;
  /**
   * Each migrates the values of one version to the next. The file stores the number that have run,
   * so a released one must keep its position.
   */
  readonly migrations?: readonly ((values: Record<string, unknown>) => Record<string, unknown>)[];
}

/** A store that was requested, and is opened when the app exists. */
export interface AskedStore {
  readonly name: string;
  readonly open: (file: StoreFile) => void;
}

/** @returns the store, and the function that opens it */
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
    onChange: (listener) =>
      file().onChange((key, value) => {
        try {
          (listener as ChangeListener)(key, value);
        } catch (error) {
          // The change is made nevertheless, and the app has an uncaught error.
          reportError(error);
        }
      }),
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

/** @throws FrameworkError `bad-argument`, naming each wrong value */
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
