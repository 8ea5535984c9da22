/**
 * A plugin of Tauri 1 with a package here that has the same commands and the same names for pages.
 */
export interface PluginPackage {
  /** The import of `main.ts` from the package, which it calls. */
  readonly factory: string;
  /**
   * The settings at `plugins.<name>`: a plugin of Tauri has no flags, so each of its pages may use
   * all commands.
   *
   * @param pages the texts of the front end
   */
  readonly settings: (pages: readonly string[]) => Readonly<Record<string, unknown>>;
  /** Rust features of the plugin that have another form here. */
  readonly options: readonly (PluginOption & {
    /** It is inside of a string. */
    readonly isInTexts?: true;
  })[];
  /** Page features of the plugin that have another meaning here. */
  readonly pageOptions?: readonly PluginOption[];
  /** The scopes of the configuration that limit its pages here. */
  readonly scopes?: readonly string[];
}

interface PluginOption {
  readonly pattern: RegExp;
  /** The replacement, in words for people. */
  readonly here: string;
}

const everything = () => ({ allowlist: { all: true } });

const sqliteAlone = "there is SQLite alone; own code reaches other databases by Bun.SQL";

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
      {
        pattern: /\bStoreBuilder\s*::[^;]{0,500}?\.(?:serialize|deserialize)\s*\(/g,
        here: "a store is a file of JSON, so one in another format has to be converted",
      },
      {
        pattern: /\btauri_plugin_store\s*::[^;]{0,500}?\.freeze\s*\(/g,
        here: "pages use the stores that plugins.store.scope lists, and no others",
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
      { pattern: /"(?:mysql|postgres):/g, here: sqliteAlone, isInTexts: true },
    ],
    pageOptions: [{ pattern: /["'`](?:mysql|postgres):/g, here: sqliteAlone }],
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
        pattern: /\bMacosLauncher\s*::\s*AppleScript\b/g,
        here: "on macOS the app is started by an agent of launchd, and not by AppleScript",
      },
      {
        pattern: /\.autolaunch\s*\(/g,
        here: "own code calls enable, disable and isEnabled of the plugin that autostart() returns in main.ts",
      },
    ],
  },
  log: {
    factory: "log",
    settings: everything,
    options: [
      {
        pattern:
          /\bLogTarget\s*::|\.(?:level|level_for|max_file_size|rotation_strategy|log_name|format|timezone_strategy|with_colors)\s*\(/g,
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
        here: "windowState({ what, except, notAtStart }) in main.ts chooses the remembered properties and windows",
      },
      {
        pattern: /\.save_window_state\s*\(|\.restore_state\s*\(/g,
        here: "own code calls app.windows.saveState and restoreState of a window in main.ts",
      },
    ],
  },
  "fs-watch": {
    factory: "fsWatch",
    settings: everything,
    options: [],
    scopes: ["framework.allowlist.fs.scope"],
  },
  upload: {
    factory: "upload",
    settings: everything,
    options: [],
    scopes: ["framework.allowlist.http.scope", "framework.allowlist.fs.scope"],
  },
  websocket: {
    factory: "websocket",
    settings: everything,
    options: [
      {
        pattern: /\.tls_connector\s*\(/g,
        here: "a server's certificate is checked by the authorities of the system, and by those of no connector",
      },
    ],
    pageOptions: [
      {
        pattern: /\b(?:writeBufferSize|maxFrameSize|acceptUnmaskedFrames)\b/g,
        here: "writeBufferSize, maxFrameSize and acceptUnmaskedFrames have no effect: the runtime decides",
      },
    ],
    scopes: ["framework.allowlist.http.scope"],
  },
  positioner: {
    factory: "positioner",
    settings: everything,
    options: [
      {
        pattern: /\btauri_plugin_positioner\s*::\s*on_tray_event\s*\(/g,
        here: "main.ts hands it no events of the tray: it learns the tray's place by itself",
      },
      {
        pattern: /\.move_window\s*\(/g,
        here: "own code calls moveWindow(label, position) of the plugin that positioner() returns in main.ts",
      },
    ],
  },
};

/** The package of a plugin's page half by Tauri's name; `null`: there is none. */
export function pageHalfOf(name: string): string | null {
  const plugin = /^tauri-plugin-([\w-]+)-api$/.exec(name)?.[1];
  return plugin !== undefined && Object.hasOwn(pluginPackages, plugin)
    ? `framework-plugin-${plugin}/api`
    : null;
}

/** The stores that pages name; a computed name may be any. */
function storeNames(pages: readonly string[]): readonly string[] {
  const made = pages.flatMap((text) => [
    ...text.matchAll(/\bnew\s+Store\s*\(\s*(?:(["'`])([^"'`$]*)\1)?/g),
  ]);
  const names = made.map(([, , name]) =>
    name?.replace(/^(?:\.\/)+/, "").replace(/[*?[\]{}\\!]/g, "\\$&"),
  );
  return names.includes(undefined) || names.length === 0 ? ["**"] : [...new Set(names as string[])];
}

/** The databases that pages name; a computed name may be any. */
function databaseNames(pages: readonly string[]): readonly string[] {
  const named = pages.flatMap((text) => [...text.matchAll(/(["'`])sqlite:(?:([^"'`$]*)\1)?/g)]);
  const names = named.map(([, , name]) =>
    name?.replace(/^(?:\.\/)+/, "").replace(/[*?[\]{}\\!]/g, "\\$&"),
  );
  return names.includes(undefined) || names.length === 0 ? ["**"] : [...new Set(names as string[])];
}
