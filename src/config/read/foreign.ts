import { existsSync } from "node:fs";
import { join } from "node:path";
import { problem, type Problem } from "../report/problem.ts";
import type { ObjectNode, TreeNode } from "../shape/tree.ts";

/** Tauri's names of some fields; its version 1 has the same names for all others. */
export const foreignNames: Readonly<Record<string, string>> = {
  tauri: "framework",
  withGlobalTauri: "withGlobalFramework",
  enableTauriAPI: "enableFrameworkAPI",
  devUrl: "devPath",
  frontendDist: "distDir",
};

/** The names that the fields of a menu's entries have in Electron and in the code of Tauri 1. */
export const menuNames: Readonly<Record<string, string>> = {
  label: "text",
  title: "text",
  submenu: "items",
};

/** The counterparts of fields and plugins of other tools. */
export const foreignFields: Readonly<Record<string, string>> = {
  deepLink: "addresses of the app's own are framework.bundle.urlSchemes",
  trayIcon: "the tray icon is framework.systemTray",
  appId: "the identifier of the application is framework.bundle.identifier",
  capabilities: "what pages may do is set in framework.allowlist",
};

/** Advice for a configuration that was written for Tauri; `null`: it was not. */
export function foreignConfiguration(root: TreeNode): Problem | null {
  if (root.kind !== "object" || root.members.has("framework")) return null;
  const tauri = root.members.get("tauri");
  if (tauri !== undefined) {
    const names = [...keysOf(root)].filter((key) => Object.hasOwn(foreignNames, key));
    const renaming = names.map(
      (key) => `${JSON.stringify(key)} to ${JSON.stringify(foreignNames[key])}`,
    );
    return problem({
      code: "foreign-configuration",
      path: "tauri",
      place: tauri.key,
      message: `this is a configuration for Tauri 1: rename ${renaming.join(", ")}; the other fields are called the same`,
    });
  }
  const build = root.members.get("build")?.value;
  const sign =
    ["app", "identifier"]
      .map((key) => root.members.get(key))
      .find((found) => found !== undefined) ??
    ["devUrl", "frontendDist"]
      .map((key) => (build?.kind === "object" ? build.members.get(key) : undefined))
      .find((found) => found !== undefined);
  if (sign === undefined) return null;
  return problem({
    code: "foreign-configuration",
    place: sign.key,
    message:
      'this is a configuration for Tauri 2, whose fields lie elsewhere: "app.windows", "app.security", "bundle" and "identifier" are framework.windows, .security, .bundle and .bundle.identifier; "productName" and "version" are in package; "build.devUrl" and "build.frontendDist" are build.devPath and build.distDir; what its capabilities permit is set to true in framework.allowlist',
  });
}

function keysOf(node: ObjectNode, found = new Set<string>()): ReadonlySet<string> {
  for (const [key, { value }] of node.members) {
    found.add(key);
    for (const inner of value.kind === "list" ? value.items : [value])
      if (inner.kind === "object") keysOf(inner, found);
  }
  return found;
}

/**
 * A configuration for Tauri in a project without one of ours, as a path from the project's folder.
 */
export function foreignFile(folder: string): string | null {
  const names = ["tauri.conf.json", "tauri.conf.json5", "Tauri.toml"];
  const files = [...names.map((name) => join("src-tauri", name)), ...names];
  return files.find((file) => existsSync(join(folder, file))) ?? null;
}
