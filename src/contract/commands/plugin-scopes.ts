import { getOwn } from "../get-own.ts";

/** A use of `fs.scope` or `http.scope` by pages, through a plugin. */
export type ScopeUse = "reads" | "writes" | "watches" | "requests";

type UsesByFlag = Readonly<Record<string, readonly ScopeUse[]>>;

/** The framework's own plugins. */
const ownPlugins: Readonly<Record<string, UsesByFlag>> = {
  autostart: {},
  "fs-watch": { watch: ["watches"] },
  log: {},
  "persisted-scope": {},
  positioner: {},
  sql: {},
  store: {},
  upload: { upload: ["reads", "requests"], download: ["writes", "requests"] },
  websocket: { connect: ["requests"] },
  "window-state": {},
};

/** One plugin's use of a scope. */
export interface PluginScopeUse {
  readonly plugin: string;
  /** `null`: only the code of the plugin, of another author, knows whether there is one. */
  readonly use: ScopeUse | null;
}

/** The uses of scopes by plugins, for the flags that are on. */
export function pluginScopeUses(
  plugins: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): readonly PluginScopeUse[] {
  return Object.entries(plugins).flatMap(([plugin, { allowlist }]) => {
    if (typeof allowlist !== "object" || allowlist === null) return [];
    const flags = allowlist as Readonly<Record<string, unknown>>;
    const known = getOwn(ownPlugins, plugin);
    const isOn = (flag: string): boolean => flags[flag] === true || flags["all"] === true;
    const uses: readonly (ScopeUse | null)[] =
      known === undefined
        ? Object.keys(flags).some(isOn)
          ? [null]
          : []
        : Object.keys(known)
            .filter(isOn)
            .flatMap((flag) => known[flag] ?? []);
    return [...new Set(uses)].map((use) => ({ plugin, use }));
  });
}
