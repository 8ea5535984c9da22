/** What stands here for a plugin of the peer, in a sentence for people. */
export const pluginCounterparts: Readonly<Record<string, string>> = {
  autostart: "none: write the entry of the system's autostart folder in main.ts",
  authenticator: "none",
  cli: "framework.cli in the configuration",
  "clipboard-manager": "framework/api/clipboard",
  "context-menu": "none: draw it in the page",
  "deep-link": "none",
  dialog: "framework/api/dialog",
  fs: "framework/api/fs",
  "fs-extra": "framework/api/fs, or node:fs in a command of main.ts",
  "fs-watch": "node:fs watch() in a command of main.ts, with events to the page",
  "global-shortcut": "framework/api/globalShortcut",
  http: "framework/api/http",
  localhost: "not needed: pages have an origin of their own",
  log: "console in main.ts",
  notification: "framework/api/notification",
  os: "framework/api/os",
  "persisted-scope": "framework-plugin-persisted-scope",
  positioner: "framework/api/window: setPosition",
  process: "framework/api/process",
  shell: "framework/api/shell",
  "single-instance": "none",
  sql: "bun:sqlite in commands of main.ts",
  store: "a JSON file written by commands of main.ts",
  stronghold: "none: node:crypto in commands of main.ts",
  updater: "framework.updater in the configuration",
  upload: "fetch in commands of main.ts",
  websocket: "WebSocket of the page, or of main.ts",
  window: "framework/api/window",
  "window-state": "commands of main.ts with app.windows",
};

/** The plugins that a Cargo manifest depends on, by name, with the line of each. */
export function findPlugins(cargo: string): { readonly name: string; readonly line: number }[] {
  return cargo.split("\n").flatMap((text, index) => {
    const name = /^\s*(?:\[(?:[\w-]+\.)*dependencies\.)?["']?tauri-plugin-([\w-]+)/.exec(text)?.[1];
    return name === undefined ? [] : [{ name, line: index + 1 }];
  });
}

export function counterpartOf(plugin: string): string {
  return pluginCounterparts[plugin] ?? "none that is known: its Rust code has to become commands of main.ts";
}
