import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { readText } from "../../../disk/read.ts";
import { findNode, plainValue, type TreeNode } from "../../../config/shape/tree.ts";
import { treeOf, type TauriProject } from "../tauri-project.ts";
import { closingBrace } from "./brackets.ts";
import { withOwnNames } from "./imported-names.ts";
import { blankRust } from "./text.ts";

/**
 * A source file of the app's Rust code; `path` is relative to the project's folder, with "/". The
 * text has the crates' own names in place of those that it imports with `as`.
 */
export interface RustFile {
  readonly path: string;
  readonly text: string;
}

/** The Rust code that is compiled into an app, and the files beside it that no module names. */
export interface RustCode {
  readonly files: readonly RustFile[];
  readonly unused: readonly string[];
  /** Skipped generated files: they are too large for handwritten ones. */
  readonly tooLarge: readonly string[];
}

/**
 * The modules of the app's crate, from `main.rs` and `lib.rs` on, and those of its path
 * dependencies.
 */
export function readRust({ folder, source }: TauriProject): RustCode {
  const crates = cratesFrom(source, new Set());
  const found = new Map<string, string>();
  for (const root of crates.flatMap(rootsOf)) readModules(root, true, found);
  const beside = crates.flatMap((crate) => rustFilesBelow(join(crate, "src")));
  // A crate whose main file has a custom name, in an unsupported notation.
  if (found.size === 0) for (const file of beside) found.set(file, readRustFile(file));
  const ofBuild = new Map<string, string>();
  for (const crate of crates) readModules(buildScriptOf(crate), true, ofBuild);
  const named = (file: string): string => relative(folder, file).split(sep).join("/");
  return {
    files: [...found]
      .map(([file, text]) => ({ path: named(file), text: withOwnNames(text) }))
      .toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    unused: beside.filter((file) => !found.has(file) && !ofBuild.has(file)).map(named),
    tooLarge: [...found.keys()].filter(isTooLarge).map(named),
  };
}

/** A crate and its path dependencies, each once. */
function cratesFrom(crate: string, seen: Set<string>): string[] {
  if (seen.has(crate)) return [];
  seen.add(crate);
  const root = manifestOf(crate);
  if (root === null) return [crate];
  const dependencies = findNode(root, ["dependencies"])?.node;
  const members = dependencies?.kind === "object" ? [...dependencies.members.values()] : [];
  const paths = members.flatMap(({ value }) => textAt(value, ["path"]) ?? []);
  const others = paths.map((path) => resolve(crate, path)).filter((path) => existsSync(path));
  return [crate, ...others.flatMap((other) => cratesFrom(other, seen))];
}

function manifestOf(crate: string): TreeNode | null {
  const file = join(crate, "Cargo.toml");
  return existsSync(file) ? treeOf("Cargo.toml", readText(file)) : null;
}

function textAt(node: TreeNode, path: readonly (string | number)[]): string | null {
  const found = findNode(node, path)?.node;
  const value = found === undefined ? null : plainValue(found);
  return typeof value === "string" ? value : null;
}

/** The script that Cargo runs before it compiles a crate. It is no part of the app. */
function buildScriptOf(crate: string): string {
  const root = manifestOf(crate);
  const named = root === null ? null : textAt(root, ["package", "build"]);
  return resolve(crate, named?.endsWith(".rs") === true ? named : "build.rs");
}

/** The entry points of the compiler. */
function rootsOf(crate: string): string[] {
  const root = manifestOf(crate);
  const binaries = root === null ? undefined : findNode(root, ["bin"])?.node;
  const named = [
    root === null ? null : textAt(root, ["lib", "path"]),
    ...(binaries?.kind === "list" ? binaries.items.map((item) => textAt(item, ["path"])) : []),
  ].flatMap((path) => (path === null ? [] : [resolve(crate, path)]));
  const usual = ["src/main.rs", "src/lib.rs"].map((path) => join(crate, path));
  const folder = join(crate, "src/bin");
  const more = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const others = more.map((entry) =>
    join(folder, entry.name, entry.isDirectory() ? "main.rs" : ""),
  );
  return [...usual, ...named, ...others.map((path) => path.replace(/[\\/]$/, ""))].filter(
    (path) => path.endsWith(".rs") && existsSync(path),
  );
}

/** @param isRoot whether its modules are beside it, and not in a folder of its name */
function readModules(file: string, isRoot: boolean, found: Map<string, string>): void {
  if (found.has(file) || !existsSync(file)) return;
  const source = readRustFile(file);
  found.set(file, source);
  const own = isRoot || basename(file) === "mod.rs";
  const folder = own ? dirname(file) : file.slice(0, -".rs".length);
  for (const { name, path, within } of modulesOf(source)) {
    const at = join(folder, ...within);
    if (path !== null) {
      // A path is relative to the file itself, whatever the file's name.
      readModules(join(within.length === 0 ? dirname(file) : at, path), true, found);
      continue;
    }
    readModules(join(at, `${name}.rs`), false, found);
    readModules(join(at, name, "mod.rs"), false, found);
  }
}

/** A module that a source file names. */
export interface Module {
  readonly name: string;
  /** The value of an attribute `path`, or of `include!`. */
  readonly path: string | null;
  /** The inline modules around it in the file. */
  readonly within: readonly string[];
}

/** The deepest nesting of modules: above what a person writes. */
const deepestModule = 50;

/** The modules that a source file names. */
export function modulesOf(source: string): Module[] {
  const text = blankRust(source);
  const open: { readonly name: string; readonly end: number }[] = [];
  const found: Module[] = [];
  const words =
    /((?:#\[[^[\]]*\]\s*){0,20})(?:pub(?:\([^()]*\))?\s+)?\bmod\s+(?:r#)?(\w+)\s*([;{])|\binclude!\s*\([^()]*\)/g;
  for (const match of text.matchAll(words)) {
    while ((open.at(-1)?.end ?? Infinity) < match.index) open.pop();
    if (open.length > deepestModule) continue;
    const within = open.map((one) => one.name);
    const [whole, attributes = "", name, sign] = match;
    const written = source.slice(match.index, match.index + whole.length);
    if (name === undefined) {
      const path = /"([^"]+\.rs)"/.exec(written)?.[1];
      if (path !== undefined) found.push({ name: "", path, within: [] });
    } else if (sign === "{") {
      open.push({ name, end: closingBrace(text, match.index + whole.length - 1) });
    } else {
      const path = /\bpath\s*=\s*"([^"]+)"/.exec(written.slice(0, attributes.length))?.[1] ?? null;
      found.push({ name, path, within });
    }
  }
  return found;
}

function rustFilesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".rs"))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** In bytes: above what a person writes. */
export const longest = 2_000_000;

function readRustFile(file: string): string {
  return isTooLarge(file) ? "" : readText(file, { limit: longest });
}

function isTooLarge(file: string): boolean {
  return statSync(file).size > longest;
}
