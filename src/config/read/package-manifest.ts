import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { PathError } from "../../disk/roots.ts";
import { readText } from "../../disk/read.ts";
import { foundAbove, nearestAbove } from "./ancestors.ts";
import { formatOf, sourceOf } from "./file-formats.ts";
import { isSemver } from "../../contract/shipped/semver.ts";
import { findNode, plainValue } from "../shape/tree.ts";
import type { Path, TreeNode } from "../shape/tree.ts";

/** The facts about the project in a `package.json` or a file like `Cargo.toml`. */
export interface Manifest {
  readonly file: string;
  readonly name: string | null;
  readonly version: string | null;
  readonly license: string | null;
  /** The version is inherited from a workspace, but no `Cargo.toml` above has one. */
  readonly lacksWorkspace: boolean;
}

/**
 * The manifest for a configuration that names none: `Cargo.toml` in the source directory, else the
 * nearest `package.json`, from the source directory upwards.
 */
export function nearestManifest(folder: string): string | null {
  const cargo = join(folder, "Cargo.toml");
  if (existsSync(cargo)) return cargo;
  return nearestAbove(folder, "package.json");
}

/** `null` when it cannot be read or is no object. */
export function readManifest(file: string): Manifest | null {
  const root = readTree(file);
  if (root === null) return null;
  const read = (field: string): string | null =>
    textAt(root, [field]) ?? cargoText(root, field, file);
  const name = read("name");
  const version = read("version");
  return {
    file,
    // `@scope/name`: the scope belongs to the registry, not to the application.
    name: name === null ? null : name.slice(name.lastIndexOf("/") + 1),
    version,
    license: read("license") || null,
    lacksWorkspace: version === null && inheritedFrom(root, "version"),
  };
}

/** `[package]` of a Cargo manifest; `version.workspace = true` refers to a `Cargo.toml` above. */
function cargoText(root: TreeNode, field: string, file: string): string | null {
  const own = textAt(root, ["package", field]) ?? textAt(root, ["workspace", "package", field]);
  if (own !== null || !inheritedFrom(root, field)) return own;
  for (const above of foundAbove(dirname(file), "Cargo.toml")) {
    const tree = above === file ? null : readTree(above);
    const text = tree === null ? null : textAt(tree, ["workspace", "package", field]);
    if (text !== null) return text;
  }
  return null;
}

function inheritedFrom(root: TreeNode, field: string): boolean {
  return findNode(root, ["package", field, "workspace"]) !== null;
}

/** Advice for a missing workspace version. */
export function workspaceRemedy(file: string): string {
  return `whose version is that of a workspace, and no Cargo.toml above has one in [workspace.package]: write it there, or version = "1.0.0" into "${file}"`;
}

function readTree(file: string): TreeNode | null {
  try {
    const root = formatOf(file).parse(sourceOf(file, readText(file))).root;
    return root?.kind === "object" ? root : null;
  } catch {
    return null;
  }
}

function textAt(root: TreeNode, path: Path): string | null {
  const found = findNode(root, path);
  const value = found === null ? null : plainValue(found.node);
  return typeof value === "string" ? value : null;
}

export type WrittenVersion =
  | { readonly version: string; readonly manifest: Manifest | null }
  /** `isMistake`: the written value is wrong, in development as well. */
  | { readonly wrong: string; readonly isMistake?: true };

/**
 * The version of `package.version`: written directly, or read from a file whose path is relative to
 * the configuration.
 */
export function readVersion(written: string, folder: string): WrittenVersion {
  if (isSemver(written)) return { version: written, manifest: null };
  const file = isAbsolute(written) ? written : resolve(folder, written);
  const looksLikePath = /[/\\]|\.(json5?|toml)$/i.test(written);
  if (!existsSync(file)) {
    return looksLikePath
      ? { wrong: "must be a semver version or the path of a manifest, and there is no such file" }
      : {
          wrong: "must be a semver version such as 1.0.0, or the path of a manifest that holds one",
        };
  }
  const manifest = readGiven(file);
  if (typeof manifest === "string")
    return { wrong: `names a file that cannot be read: ${manifest}` };
  if (manifest === null)
    return { wrong: "names a file that is neither a JSON nor a TOML manifest" };
  if (manifest.lacksWorkspace) return { wrong: `names a manifest ${workspaceRemedy(file)}` };
  if (manifest.version === null) return { wrong: "names a manifest that holds no version" };
  if (!isSemver(manifest.version)) {
    return {
      wrong: `names a manifest whose version, ${JSON.stringify(manifest.version)}, is not a semver version`,
    };
  }
  return { version: manifest.version, manifest };
}

/** @returns the reason for a path that is no readable file */
function readGiven(file: string): Manifest | string | null {
  try {
    readText(file);
  } catch (error) {
    if (error instanceof PathError) return error.why;
    // Other rules report its remaining problems.
  }
  return readManifest(file);
}
