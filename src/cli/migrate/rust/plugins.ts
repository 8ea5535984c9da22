import { documentPath } from "../../project/documents.ts";
import { pluginPackages } from "../plugin-packages.ts";
import { pluginCounterparts } from "../../../config/read/foreign-plugins.ts";

/**
 * The counterparts of crates that are no plugins by name: for windows, and frequent ones in
 * commands.
 */
export const crateCounterparts: Readonly<Record<string, string>> = {
  arboard: "app.clipboard in main.ts, or framework/api/clipboard in the page",
  "auto-launch": "framework-plugin-autostart",
  diesel: "bun:sqlite, or Bun.SQL, in commands of main.ts",
  notify: "node:fs watch() in a command of main.ts, with events to the page",
  reqwest: "fetch in commands of main.ts, or framework/api/http in the page",
  rfd: "app.dialog in main.ts, or framework/api/dialog in the page",
  rusqlite: "bun:sqlite in commands of main.ts",
  "single-instance": "framework.singleInstance, and app.onOpen in main.ts",
  specta: "not needed: the page's calls are typed by main.ts itself, invoke<typeof app>(…)",
  sqlx: "bun:sqlite, or Bun.SQL, in commands of main.ts",
  "tauri-specta": "not needed: the page's calls are typed by main.ts itself, invoke<typeof app>(…)",
  "window-shadows": "framework.windows.shadow in the configuration, and setShadow of a window",
  "window-vibrancy": "effects and effectsFallback of framework.windows in the configuration",
};

/** Tauri's own crates, which the framework replaces. */
const ownCrates = new Set([
  "tauri",
  "tauri-build",
  "tauri-utils",
  "tauri-runtime",
  "tauri-runtime-wry",
  "tauri-macros",
]);

interface Crate {
  readonly name: string;
  readonly text: string;
  readonly line: number;
}

/**
 * The dependencies of a Cargo manifest that a person has to replace or to install, with the line of
 * each.
 */
export function findCrates(cargo: string): Crate[] {
  let isOfDependencies = false;
  const seen = new Set<string>();
  return cargo.split("\n").flatMap((text, index) => {
    const header = /^\s*\[{1,2}([^\]]*)\]/.exec(text)?.[1];
    if (header !== undefined) isOfDependencies = /(?:^|\.)dependencies(?:\.|$)/.test(header);
    if (!isOfDependencies) return [];
    const key =
      header === undefined
        ? /^\s*["']?([\w-]+)["']?\s*[.=]/.exec(text)?.[1]
        : /dependencies\.["']?([\w-]+)/.exec(header)?.[1];
    if (key === undefined) return [];
    const name = (/\bpackage\s*=\s*["']([\w-]+)["']/.exec(text)?.[1] ?? key).replaceAll("_", "-");
    const output = counterpartOfCrate(name);
    if (output === null || seen.has(name)) return [];
    seen.add(name);
    return [{ name, text: output, line: index + 1 }];
  });
}

/** The plugins among crates that have a package here. */
export function packagesAmong(crates: readonly Crate[]): string[] {
  const names = crates.flatMap(({ name }) => pluginOf(name) ?? []);
  return names.filter((name) => Object.hasOwn(pluginPackages, name));
}

function pluginOf(crate: string): string | undefined {
  return /^tauri-plugin-(.+)$/.exec(crate)?.[1];
}

function counterpartOfCrate(name: string): string | null {
  const plugin = pluginOf(name);
  if (plugin !== undefined && Object.hasOwn(pluginPackages, plugin))
    return `the plugin "${plugin}" is "framework-plugin-${plugin}" here: install it as ${documentPath("plugins/README.md")} says`;
  if (plugin !== undefined)
    return `the plugin "${plugin}" is Rust. Here stands for it: ${counterpartOf(plugin)}`;
  const known = crateCounterparts[name];
  if (known !== undefined) return `the crate "${name}" is Rust. Here stands for it: ${known}`;
  const isTauris = name.startsWith("tauri-") && !ownCrates.has(name);
  return isTauris ? `the crate "${name}" is Rust. Here stands for it: none that is known` : null;
}

export function counterpartOf(plugin: string): string {
  return (
    pluginCounterparts[plugin] ??
    "none that is known: its Rust code has to become commands of main.ts"
  );
}
