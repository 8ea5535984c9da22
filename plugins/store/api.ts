/**
 * The page half: values that are kept in a file of the app, by key.
 *
 * Needs `plugins.store.allowlist.read` or `.write`, and the file's name in `plugins.store.scope`.
 */
import { listen, type UnlistenFn } from "framework/api/event";
import { invoke } from "framework/api/invoke";
import { jsonFault } from "./json-fault.ts";

interface Change {
  readonly path: string;
  readonly key: string;
  readonly value: unknown;
}

function call<T>(store: Store, command: string, more: object = {}): Promise<T> {
  return invoke<T>(`plugin:store|${command}` as string, { path: store.path, ...more });
}

/** The files whose changes this page receives. */
const watched = new Map<string, Promise<unknown>>();

function watch(store: Store): Promise<unknown> {
  const { path } = store;
  let watching = watched.get(path);
  if (watching === undefined) {
    watching = call(store, "watch");
    watched.set(path, watching);
    // After a refusal the next call tries again.
    watching.catch(() => watched.delete(path));
  }
  return watching;
}

/**
 * A file of values. All windows and the app's own code share one copy of it, which saves itself.
 *
 * It has no private members: Vue and others wrap reactive state into proxies, which private members
 * would reject.
 */
export class Store {
  /** Its name in the app's data folder. */
  readonly path: string;

  /**
   * Opens nothing: the file is read at the first call.
   *
   * @example
   * const settings = new Store("settings.json");
   */
  constructor(path: string) {
    this.path = path;
  }

  /** Sets a value, which is JSON; rejects with `bad-argument` for any other. */
  async set(key: string, value: unknown): Promise<void> {
    // Checked here: a function would be lost on the way, and a `Map` become an object.
    const fault = jsonFault(value);
    await call(this, "set", fault === null ? { key, value } : { key, fault });
  }

  /** A value, or `null` if there is none. */
  get<T>(key: string): Promise<T | null> {
    return call(this, "get", { key });
  }

  has(key: string): Promise<boolean> {
    return call(this, "has", { key });
  }

  /** Removes a value; `false`: there was none. */
  delete(key: string): Promise<boolean> {
    return call(this, "delete", { key });
  }

  /** Removes every value, including defaults. */
  clear(): Promise<void> {
    return call(this, "clear");
  }

  /** Restores the defaults of the app's own code, and removes all other values. */
  reset(): Promise<void> {
    return call(this, "reset");
  }

  keys(): Promise<string[]> {
    return call(this, "keys");
  }

  values<T>(): Promise<T[]> {
    return call(this, "values");
  }

  entries<T>(): Promise<[key: string, value: T][]> {
    return call(this, "entries");
  }

  length(): Promise<number> {
    return call(this, "length");
  }

  /** Reads the file again; its content overrides unsaved changes. Rejects when there is no file. */
  load(): Promise<void> {
    return call(this, "load");
  }

  /** Saves at once. Changes are also saved automatically, after a moment and when the app ends. */
  save(): Promise<void> {
    return call(this, "save");
  }

  /**
   * Calls back after each change of one value, by any window or the app; `null`: it was removed.
   */
  onKeyChange<T>(key: string, handler: (value: T | null) => void): Promise<UnlistenFn> {
    return this.onChange<T>((changed, value) => {
      if (changed === key) handler(value);
    });
  }

  /** Calls back after each change, by any window or the app; `null`: the value was removed. */
  async onChange<T>(handler: (key: string, value: T | null) => void): Promise<UnlistenFn> {
    const unlisten = await listen<Change>("store://change", ({ payload: { path, key, value } }) => {
      if (path === this.path) handler(key, value as T | null);
    });
    try {
      await watch(this);
      return unlisten;
    } catch (error) {
      unlisten();
      throw error;
    }
  }
}
