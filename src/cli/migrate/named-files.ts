import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, normalize, relative, sep } from "node:path";
import type { TreeNode } from "../../config/shape/tree.ts";
import { findNode, plainValue } from "../../config/shape/tree.ts";
import type { MigratedFile } from "./configuration/configuration.ts";
import { treeOf } from "./tauri-project.ts";

/**
 * The sections whose texts name files; other path-like texts, such as scopes, concern the user's
 * files.
 */
const sections = [
  ["framework", "bundle"],
  ["framework", "pattern"],
  ["framework", "systemTray"],
] as const;

/**
 * The files below Tauri's source directory that its configurations name: icons, licences,
 * templates, resources with their patterns, sidecars of every target, the isolation application.
 * Paths are relative to that directory.
 */
export function namedFiles(source: string, configurations: readonly MigratedFile[]): string[] {
  const found = new Set<string>();
  for (const { name, text } of configurations) {
    const root = treeOf(name, text);
    if (root === null) continue;
    for (const section of sections) {
      const node = findNode(root, section)?.node;
      for (const { value, key } of node === undefined ? [] : textsOf(node, "")) {
        for (const file of filesFor(source, value, key)) found.add(file);
      }
    }
  }
  // Used from beside the configuration, without being named.
  for (const name of ["Info.plist", "entitlements.plist"])
    if (existsSync(join(source, name))) found.add(name);
  return [...found].toSorted();
}

function* textsOf(node: TreeNode, key: string): IterableIterator<{ value: string; key: string }> {
  if (node.kind === "object") {
    for (const [name, member] of node.members) {
      // `deb.files`: the file is the value, its path in the package the key; `resources` as a map
      // is the reverse.
      if (key === "resources") yield { value: name, key };
      yield* textsOf(member.value, name);
    }
  } else if (node.kind === "list") {
    for (const item of node.items) yield* textsOf(item, key);
  } else {
    const value = plainValue(node);
    if (typeof value === "string") yield { value, key };
  }
}

function filesFor(source: string, value: string, key: string): string[] {
  const path = normalize(value.replaceAll("\\", "/"));
  if (path === "." || path.startsWith("..") || isAbsolute(path)) return [];
  if (key === "externalBin") return beside(source, path);
  if (key === "resources" && /[*?[]/.test(path)) {
    const found = [...new Bun.Glob(path).scanSync({ cwd: source, dot: true, onlyFiles: true })];
    // Cargo's output may be gigabytes, and matches `**`.
    return found.filter((file) => !file.startsWith("target/"));
  }
  const whole = join(source, path);
  if (!existsSync(whole)) return [];
  return statSync(whole).isDirectory() ? below(source, whole) : [path];
}

/** A sidecar has a file for each target: `bin/tool-x86_64-unknown-linux-gnu`. */
function beside(source: string, path: string): string[] {
  const folder = dirname(path);
  if (!existsSync(join(source, folder))) return [];
  const prefix = `${path.slice(folder === "." ? 0 : folder.length + 1)}-`;
  return readdirSync(join(source, folder))
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(folder, name));
}

function below(source: string, folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(source, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
