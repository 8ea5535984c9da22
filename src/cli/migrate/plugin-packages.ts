/**
 * A plugin of Tauri 1 that has a package here, with the same commands and the same names for pages.
 */
export interface PluginPackage {
  /** What `main.ts` imports from the package, and calls. */
  readonly factory: string;
  /**
   * What is written at `plugins.<name>`: a plugin of Tauri has no flags, so each of its pages may
   * do everything.
   *
   * @param pages the texts of the front end
   */
  readonly settings: (pages: readonly string[]) => Readonly<Record<string, unknown>>;
  /**
   * What Rust code asks of the plugin and main.ts has to say in other words: looked for where it is
   * set up.
   */
  readonly options: readonly { readonly pattern: RegExp; readonly here: string }[];
}

const everything = () => ({ allowlist: { all: true } });

/** By the name of the plugin; its package is `framework-plugin-<name>`. */
export const pluginPackages: Readonly<Record<string, PluginPackage>> = {
  // It has no page half.
  "persisted-scope": { factory: "persistedScope", settings: () => ({}), options: [] },
  store: {
    factory: "store",
    settings: (pages) => ({ ...everything(), scope: storeNames(pages) }),
    options: [
      {
        pattern: /\bStoreBuilder\s*::/g,
        here: "defaults of a store are given by stores.open(name, defaults) in main.ts",
      },
      {
        pattern: /\bwith_store\s*\(/g,
        here: "own code reads a store by stores.open(name, defaults) in main.ts",
      },
    ],
  },
  sql: {
    factory: "sql",
    settings: (pages) => ({ ...everything(), scope: databaseNames(pages) }),
    options: [
      {
        pattern: /\badd_migrations\s*\(/g,
        here: "migrations are given by sql({ migrations }) in main.ts, each with version, description and sql as in Rust",
      },
      {
        pattern: /"(?:mysql|postgres):/g,
        here: "there is SQLite alone; own code reaches other databases by Bun.SQL",
      },
    ],
  },
  autostart: {
    factory: "autostart",
    settings: everything,
    options: [
      {
        pattern: /\btauri_plugin_autostart\s*::\s*init\s*\([^;]{0,200}?\bSome\s*\(/g,
        here: "arguments of a start at login are given by autostart({ args }) in main.ts; app.login.isStart tells it apart",
      },
      {
        pattern: /\.autolaunch\s*\(/g,
        here: "own code calls enable, disable and isEnabled of what autostart() returns in main.ts",
      },
    ],
  },
  log: {
    factory: "log",
    settings: everything,
    options: [
      {
        pattern:
          /\bLogTarget\s*::|\.(?:level|level_for|max_file_size|rotation_strategy|log_name|format)\s*\(/g,
        here: "targets, levels and rotation are options of log({ targets, level, levels, maxSize, keep, file }) in main.ts",
      },
    ],
  },
  "window-state": {
    factory: "windowState",
    settings: everything,
    options: [
      {
        pattern: /\.(?:with_state_flags|with_denylist|skip_initial_state)\s*\(/g,
        here: "what is remembered, and of which windows, is said by windowState({ what, except, notAtStart }) in main.ts",
      },
      {
        pattern: /\.save_window_state\s*\(|\.restore_state\s*\(/g,
        here: "own code calls app.windows.saveState and restoreState of a window in main.ts",
      },
    ],
  },
  "fs-watch": { factory: "fsWatch", settings: everything, options: [] },
  upload: { factory: "upload", settings: everything, options: [] },
  websocket: { factory: "websocket", settings: everything, options: [] },
  positioner: { factory: "positioner", settings: everything, options: [] },
};

/** The package of a plugin's page half by the name it has for Tauri; `null`: there is none. */
export function pageHalfOf(name: string): string | null {
  const plugin = /^tauri-plugin-([\w-]+)-api$/.exec(name)?.[1];
  return plugin !== undefined && Object.hasOwn(pluginPackages, plugin)
    ? `framework-plugin-${plugin}/api`
    : null;
}

/** The stores that pages name; one that they do not name by a text may be any. */
function storeNames(pages: readonly string[]): readonly string[] {
  const made = pages.flatMap((text) => [
    ...text.matchAll(/\bnew\s+Store\s*\(\s*(?:(["'`])([^"'`$]*)\1)?/g),
  ]);
  const names = made.map(([, , name]) =>
    name?.replace(/^(?:\.\/)+/, "").replace(/[*?[\]{}\\!]/g, "\\$&"),
  );
  return names.includes(undefined) || names.length === 0 ? ["**"] : [...new Set(names as string[])];
}

/** The databases that pages name; one that they do not name by a text may be any. */
function databaseNames(pages: readonly string[]): readonly string[] {
  const named = pages.flatMap((text) => [...text.matchAll(/(["'`])sqlite:(?:([^"'`$]*)\1)?/g)]);
  const names = named.map(([, , name]) =>
    name?.replace(/^(?:\.\/)+/, "").replace(/[*?[\]{}\\!]/g, "\\$&"),
  );
  return names.includes(undefined) || names.length === 0 ? ["**"] : [...new Set(names as string[])];
}
