import { command, definePlugin, type App, type Plugin } from "framework/app";
import * as v from "valibot";
import { ownStore, type AskedStore, type OwnStore, type OwnStoreOptions } from "./own-store.ts";
import { refusal, type StoreFile } from "./store-file.ts";
import { Stores } from "./stores.ts";

export type { OwnStore, OwnStoreOptions } from "./own-store.ts";

const configSchema = v.strictObject({
  /** Patterns of the names that pages may use. */
  scope: v.optional(v.array(v.string()), []),
});

const ofStore = { path: v.string() };
const ofKey = { ...ofStore, key: v.string() };

/** The plugin, with its functions for the app's own code. */
export interface StorePlugin extends Plugin<"store", ReturnType<typeof commandsOf>> {
  /**
   * A store for the app's own code: its values have types and defaults, and it may check and
   * migrate them. It can be created at once and used from `setup` of `defineApp` on.
   *
   * @example
   * const settings = stores.open("settings.json", { theme: "light" });
   */
  open<T extends object>(name: string, defaults: T, options?: OwnStoreOptions<T>): OwnStore<T>;
}

/**
 * Keeps values in files of the app's data folder, for pages and for the app's own code.
 *
 * @example
 * export default defineApp({ plugins: [store()] });
 */
export function store(): StorePlugin {
  let stores: Stores | null = null;
  const waiting: AskedStore[] = [];
  const openNow = ({ name, open }: AskedStore, all: Stores): void => open(all.open(name));
  const plugin = definePlugin({
    name: "store",
    commands: commandsOf(() => stores as Stores),
    flags: {
      get: "read",
      has: "read",
      keys: "read",
      values: "read",
      entries: "read",
      length: "read",
      load: "read",
      watch: "read",
      set: "write",
      delete: "write",
      clear: "write",
      reset: "write",
      save: "write",
    },
    configSchema,
    setup(app: App, { scope }) {
      const all = new Stores(app, scope);
      stores = all;
      app.onExit(() => all.flush());
      for (const asked of waiting) openNow(asked, all);
    },
  });
  return {
    ...plugin,
    open(name, defaults, options = {}) {
      const { store: own, asked } = ownStore(name, defaults, options);
      if (stores === null) waiting.push(asked);
      else openNow(asked, stores);
      return own;
    },
  };
}

function commandsOf(stores: () => Stores) {
  const at = ({ path }: { path: string }): StoreFile => stores().ofPage(path);
  return {
    get: command({ args: v.object(ofKey) }, (args) => at(args).get(args.key)),
    has: command({ args: v.object(ofKey) }, (args) => at(args).has(args.key)),
    keys: command({ args: v.object(ofStore) }, (args) =>
      at(args)
        .entries()
        .map(([key]) => key),
    ),
    values: command({ args: v.object(ofStore) }, (args) =>
      at(args)
        .entries()
        .map(([, value]) => value),
    ),
    entries: command({ args: v.object(ofStore) }, (args) => at(args).entries()),
    length: command({ args: v.object(ofStore) }, (args) => at(args).size),
    load: command({ args: v.object(ofStore) }, (args) => at(args).load()),
    /** `fault`: the part of the value that the page half could not send. */
    set: command(
      {
        args: v.object({
          ...ofKey,
          value: v.optional(v.unknown()),
          fault: v.optional(v.string()),
        }),
      },
      ({ key, value, fault, ...args }) => {
        const file = at(args);
        if (fault !== undefined) throw refusal(key, `must be JSON, and ${fault}`);
        file.set(key, value);
      },
    ),
    delete: command({ args: v.object(ofKey) }, (args) => at(args).delete(args.key)),
    clear: command({ args: v.object(ofStore) }, (args) => at(args).clear()),
    reset: command({ args: v.object(ofStore) }, (args) => at(args).reset()),
    save: command({ args: v.object(ofStore) }, (args) => at(args).save()),
    /** Emits `store://change` to the page that called, until it closes. */
    watch: command({ args: v.object(ofStore) }, ({ path }, { emit, signal }) => {
      const end = at({ path }).onChange((key, value) =>
        emit("store://change", { path, key, value }),
      );
      signal.addEventListener("abort", end);
    }),
  };
}
