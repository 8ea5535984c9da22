import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { foundAbove, nearestAbove } from "../../config/read/ancestors.ts";
import { readText } from "../../disk/read.ts";
import { isWithin, realPath } from "../../disk/roots.ts";
import { checkText } from "../../config/read/load.ts";
import { formatOf } from "../../config/read/file-formats.ts";
import { sourceDirectory } from "../../config/read/find.ts";
import type { Problem } from "../../config/report/problem.ts";
import { findNode, plainValue, type Path, type TreeNode } from "../../config/shape/tree.ts";
import { systems, type System } from "../../contract/target.ts";
import { UserError } from "../terminal.ts";
import { boundaryOf } from "./configuration/boundary.ts";

/** A project of Tauri on the disk. */
export interface TauriProject {
  /** The folder of `package.json` and `src-tauri`. */
  readonly folder: string;
  /**
   * The folders with the front end's texts: `folder`, and the source of its pages if that is
   * elsewhere.
   */
  readonly frontEnds: readonly string[];
  /**
   * The unit around the project: its workspace or its repository, or the project alone. Nothing
   * outside changes.
   */
  readonly boundary: string;
  /** The folder of the configuration, usually `src-tauri`. */
  readonly source: string;
  /**
   * The folder of ours: beside `source`, so that relative paths of the configuration stay valid.
   */
  readonly target: string;
  readonly main: TauriFile;
  /** The platform configurations, and those for `--config`. */
  readonly others: readonly TauriFile[];
  readonly version: 1 | 2;
}

/** One of its configuration files. */
export interface TauriFile {
  readonly name: string;
  /** The name of the file in a project of ours. */
  readonly newName: string;
  readonly text: string;
}

export const tauriSourceDirectory = "src-tauri";

// In Tauri's order: the first one counts.
const mainFiles = [
  ["tauri.conf.json", "framework.conf.json"],
  ["tauri.conf.json5", "framework.conf.json5"],
  ["Tauri.toml", "Framework.toml"],
] as const;

const platformFiles = (system: System) =>
  [
    [`tauri.${system}.conf.json`, `framework.${system}.conf.json`],
    [`tauri.${system}.conf.json5`, `framework.${system}.conf.json5`],
    [`Tauri.${system}.toml`, `Framework.${system}.toml`],
  ] as const;

/** Usual names of files for `--config`: `tauri.conf.beta.json`, `tauri-dev.conf.json`. */
const otherFile = /^(tauri)(?=[.-]).*(?:\.conf\.json5?|\.conf\..+\.json5?)$/;

/**
 * The project in a folder or in its `src-tauri`, around it, or in another folder below it; `null`:
 * there is none.
 * @throws UserError when there are several below it
 */
export function findTauriProject(from: string): TauriProject | null {
  const names = mainFiles.map(([name]) => name);
  for (const path of foundAbove(
    from,
    ...names,
    ...names.map((name) => `${tauriSourceDirectory}/${name}`),
  )) {
    const found = tauriProjectIn(dirname(path));
    if (found !== null) return found;
  }
  return tauriProjectBelow(from);
}

/** Tauri finds its configuration by itself, so its folder may have any name. */
function tauriProjectBelow(folder: string): TauriProject | null {
  const folders = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  const sources = folders
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((path) => mainFiles.some(([name]) => existsSync(join(path, name))))
    .toSorted();
  const [source] = sources;
  if (source === undefined) return null;
  if (sources.length === 1) return tauriProjectIn(source);
  const names = sources.map((path) => `"${basename(path)}"`).join(", ");
  throw new UserError(
    `Cannot tell which app of Tauri in "${folder}" is meant: say its folder with --directory, one of ${names}`,
  );
}

/** The project whose configuration is in a folder, or in its `src-tauri`. */
export function tauriProjectIn(folder: string): TauriProject | null {
  for (const source of [folder, join(folder, tauriSourceDirectory)]) {
    const [main] = readFirst(source, mainFiles);
    if (main === undefined) continue;
    const front = frontEndFolder(source);
    const boundary = boundaryOf(front);
    const inside = (path: string): boolean => isWithin(realPath(path), realPath(boundary));
    return {
      folder: front,
      boundary,
      frontEnds: [front, ...elsewhere(front, source, main).filter(inside)],
      source,
      // The project's folder itself has no sibling in the project.
      target: source === front ? source : join(dirname(source), sourceDirectory),
      main,
      others: readOthers(source),
      version: isVersion2(main, source, front) ? 2 : 1,
    };
  }
  return null;
}

/**
 * A configuration outside of `src-tauri` is in the project's folder, or one or two folders below
 * it.
 */
function frontEndFolder(source: string): string {
  const above = dirname(source);
  if (basename(source) === tauriSourceDirectory) return above;
  const folders = [source, above, dirname(above)];
  return folders.find((folder) => existsSync(join(folder, "package.json"))) ?? source;
}

/** The package that builds the pages, in a workspace where that is not the app's own. */
function elsewhere(folder: string, source: string, { name, text }: TauriFile): string[] {
  const root = treeOf(name, text);
  const written = ["distDir", "dist-dir", "devPath", "dev-path"].flatMap((field) => {
    const found = root === null ? null : findNode(root, ["build", field]);
    const value = found === null ? null : plainValue(found.node);
    return typeof value === "string" && !/^[a-z]+:\/\//i.test(value)
      ? [resolve(source, value)]
      : [];
  });
  const packages = written.flatMap((path) => {
    const manifest = nearestAbove(path, "package.json");
    const at = manifest === null ? folder : dirname(manifest);
    return isWithin(folder, at) || isWithin(at, folder) ? [] : [at];
  });
  return [...new Set(packages)];
}

function readFirst(folder: string, names: readonly (readonly [string, string])[]): TauriFile[] {
  const found = names.find(([name]) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
  );
  if (found === undefined) return [];
  const [name, newName] = found;
  return [{ name, newName, text: readText(join(folder, name)) }];
}

function readOthers(source: string): TauriFile[] {
  const platforms = systems.flatMap((system) => readFirst(source, platformFiles(system)));
  const known = new Set(
    [...mainFiles, ...systems.flatMap(platformFiles)].map(([name]) => name as string),
  );
  const named = readdirSync(source)
    .filter((name) => otherFile.test(name) && !known.has(name))
    .toSorted()
    .flatMap((name) =>
      readFirst(source, [[name, name.replace(otherFile, (all) => `framework${all.slice(5)}`)]]),
    );
  return [...platforms, ...named];
}

// A byte order mark is no part of the syntax. Replaced by a blank it keeps every position in the
// file.
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, " ");

/** The root of a file; `null` when it cannot be parsed in the format of its name. */
export function treeOf(name: string, text: string): TreeNode | null {
  return formatOf(name).parse({ name, text: withoutMark(text) }).root;
}

/** The problems of a text of ours, with positions in that text. */
export function problemsOf(name: string, text: string, most?: number): readonly Problem[] {
  return checkText(withoutMark(text), name, most);
}

/**
 * In version 2, the content of `tauri` is in `app`, or at the root itself. Its first releases had
 * the old names, and are recognized by the packages.
 */
function isVersion2({ name, text }: TauriFile, source: string, folder: string): boolean {
  const root = treeOf(name, text);
  if (
    root?.kind === "object" &&
    ["app", "identifier", "productName"].some((key) => root.members.has(key))
  ) {
    return true;
  }
  const packages = join(folder, "package.json");
  const cargo = join(source, "Cargo.toml");
  const versions = [
    versionAt(cargo, ["dependencies", "tauri"]),
    versionAt(cargo, ["dependencies", "tauri", "version"]),
    versionAt(packages, ["dependencies", "@tauri-apps/api"]),
    versionAt(packages, ["devDependencies", "@tauri-apps/api"]),
  ];
  return versions.some((version) => version !== null && /^[\^~=>\s]*2(?:\.|$)/.test(version));
}

function versionAt(file: string, path: Path): string | null {
  const root = existsSync(file) ? treeOf(basename(file), readText(file)) : null;
  const found = root === null ? null : findNode(root, path);
  const value = found === null ? null : plainValue(found.node);
  return typeof value === "string" ? value : null;
}
