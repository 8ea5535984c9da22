import { existsSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { PathError } from "../../disk/roots.ts";
import { limits, readFile, readUserFile } from "../../disk/read.ts";
import type { System } from "../../contract/target.ts";
import { check } from "../shape/check.ts";
import { rootConfig } from "../config.ts";
import type { Config } from "../config.ts";
import { deriveValues } from "../shape/derive.ts";
import type { Derived, SettledConfig } from "../shape/derive.ts";
import { formatOf, formats, sourceOf } from "./file-formats.ts";
import type { Parsed } from "./file-formats.ts";
import { findConfiguration, projectsBelow } from "./find.ts";
import type { FoundFolder } from "./find.ts";
import { foreignConfiguration, foreignFile } from "./foreign.ts";
import { mergePatch } from "./merge.ts";
import type { ReplacedList } from "./merge.ts";
import { misnamedMainFile, strayFiles } from "./stray-files.ts";
import { hasEffect, ineffectiveFields } from "../shape/platform-fields.ts";
import { problem } from "../report/problem.ts";
import type { Problem } from "../report/problem.ts";
import { firstProblems, maxProblems } from "../report/problem-list.ts";
import { RuleContext } from "../rules/rule.ts";
import type { Command } from "../rules/rule.ts";
import { rules } from "../rules/index.ts";
import { findNode, pathText, type Source, type TreeNode } from "../shape/tree.ts";

export interface LoadOptions {
  /** The folder the command was started in. */
  readonly from: string;
  /** The target system; its platform file is merged in. */
  readonly system: System;
  /** `build` is stricter: the identifier is the project's own, files exist, addresses are https. */
  readonly command: Command;
  /**
   * Each `--config`: inline JSON or JSON5, which begins with `{`, or the path of a file of any
   * format.
   */
  readonly overrides?: readonly string[];
  /** Unsaved texts, by the absolute paths of their files. */
  readonly unsaved?: ReadonlyMap<string, string>;
}

/** The result of loading a project's configuration. */
export interface LoadedConfig {
  /** Checked, with every value present; `null` while there are problems. */
  readonly config: Config | null;
  /**
   * The folder of the main file: the application's source directory. Paths in the configuration are
   * relative to it.
   */
  readonly folder: string;
  /** Absolute paths of the files that were read, in the order of the merge. */
  readonly files: readonly string[];
  /** Errors that must be fixed first, sorted by position. */
  readonly problems: readonly Problem[];
  /** Permitted but probably wrong values, sorted by position. */
  readonly warnings: readonly Problem[];
  /** Lists of one file that a later one replaced as a whole. */
  readonly replacedLists: readonly ReplacedList[];
  /** The merged values with their positions; `null` when no file could be read. */
  readonly tree: TreeNode | null;
  /** The merged texts, in order. */
  readonly layers: readonly ConfigLayer[];
}

/** One text of a configuration. */
export interface ConfigLayer {
  /** The absolute path of its file; `null`: it was given with `--config`. */
  readonly file: string | null;
  readonly source: Source;
  /** `null`: it could not be read. */
  readonly root: TreeNode | null;
}

interface Layer {
  readonly file: string | null;
  readonly source: Source;
  readonly parsed: Parsed;
}

/**
 * Finds, reads, merges and checks a project's configuration. Never throws for a mistake in it:
 * mistakes become problems. Paths inside stay as they are written; resolve them against `folder`.
 */
export function loadConfig(options: LoadOptions): LoadedConfig {
  const from = resolve(options.from);
  const found = findConfiguration(from);
  if (found.found !== "one") return nothing(from, notFound(found, from));

  const { folder } = found;
  const problems: Problem[] = [];
  const files: string[] = [];
  const layers: Layer[] = [];
  const read = (file: string, readBytes: typeof readUserFile = readFile): void => {
    files.push(file);
    // Relative to the working directory, so that terminals can open the position.
    const name = relative(from, file).split(sep).join("/");
    try {
      const text = options.unsaved?.get(file) ?? textOf(readBytes(file, { limit: limits.text }));
      layers.push({ ...parseLayer(name, text, file), file });
    } catch (cause) {
      const reason =
        cause instanceof PathError
          ? cause.why
          : cause instanceof Error
            ? cause.message
            : String(cause);
      problems.push(problem({ code: "unreadable", message: `Cannot read "${name}": ${reason}` }));
    }
  };

  read(join(folder, found.file));
  const platformFiles = formats
    .map((format) => format.platformFile(options.system))
    .filter((name) => existsSync(join(folder, name)));
  for (const name of platformFiles.slice(0, 1)) read(join(folder, name));
  if (platformFiles.length > 1) problems.push(severalFiles(platformFiles));

  for (const override of options.overrides ?? []) {
    const file = resolve(from, override);
    if (override.trim() === "") problems.push(noOverride("is empty"));
    else if (override.trimStart().startsWith("{"))
      layers.push({ ...parseLayer("--config", override, "inline.json5"), file: null });
    else if (!existsSync(file)) problems.push(noOverride(`"${override}" is not there`));
    else read(file, readUserFile);
  }
  const checked = checkLayers(layers, problems, folder, options);
  return {
    ...checked,
    warnings: [...strayFiles(folder, files), ...checked.warnings],
    folder,
    files,
    layers: layers.map(({ file, source, parsed }) => ({ file, source, root: parsed.root })),
  };
}

/**
 * The same for one text without a folder, for editors and tests.
 *
 * @param most the number of problems to report; the others are counted
 */
export function checkText(text: string, fileName: string, most = maxProblems): readonly Problem[] {
  const { parsed } = parseLayer(fileName, text, fileName);
  if (parsed.root === null) return parsed.problems;
  const { problems } = check(parsed.root, rootConfig, "whole", most);
  return sorted([...parsed.problems, ...problems], [parsed.root.source], most);
}

/**
 * @throws Error for any other encoding: its letters would silently change, for example in the
 * product's name
 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Error("it must be UTF-8, which editors offer as an encoding to save in", { cause });
  }
}

function parseLayer(name: string, text: string, file: string): Omit<Layer, "file"> {
  const source = sourceOf(name, text);
  const parsed = formatOf(file).parse(source);
  const foreign = parsed.root === null ? null : foreignConfiguration(parsed.root);
  // All other problems would follow from that.
  return {
    source,
    parsed: foreign === null ? parsed : { root: null, problems: [...parsed.problems, foreign] },
  };
}

function checkLayers(
  layers: readonly Layer[],
  before: readonly Problem[],
  folder: string,
  options: LoadOptions,
): Omit<LoadedConfig, "folder" | "files" | "layers"> {
  const problems = [...before, ...layers.flatMap((layer) => layer.parsed.problems)];
  const sources = layers.map((layer) => layer.source);
  const roots = layers.map((layer) => layer.parsed.root).filter((root) => root !== null);
  const replacedLists: ReplacedList[] = [];
  let tree: TreeNode | null = null;
  for (const [index, root] of roots.entries()) {
    tree = index === 0 ? root : mergePatch(tree, root, replacedLists);
    // Each file is also checked alone: a later file may replace a mistake.
    if (roots.length > 1)
      problems.push(...check(root, rootConfig, index === 0 ? "part" : "patch").problems);
  }
  // A file that cannot be read may hold the fields that seem to be missing.
  if (tree === null || roots.length < layers.length || before.length > 0) {
    if (tree !== null && roots.length === 1)
      problems.push(...check(tree, rootConfig, "part").problems);
    return { config: null, problems: sorted(problems, sources), warnings: [], replacedLists, tree };
  }

  const { value, problems: found } = check(tree, rootConfig);
  // A problem of a single file recurs in the merged configuration, sometimes in other words.
  const output = new Set(problems.map(whatAndWhere));
  problems.push(...found.filter((one) => !output.has(whatAndWhere(one))));
  if (tree.kind !== "object") {
    return { config: null, problems: sorted(problems, sources), warnings: [], replacedLists, tree };
  }
  // The only cast of a checked value to its type: the types are generated from the tables that it
  // was checked with.
  const { config, versionProblem } = deriveValues(value as unknown as SettledConfig, folder);
  const context = new RuleContext({ config, root: tree, ...options, folder, known: problems });
  if (versionProblem !== null) packageVersion(context, versionProblem);
  for (const rule of rules) rule(context);
  const warnings = [
    ...context.warnings,
    ...ineffectiveFields(tree, roots.slice(1), options.system, options.command === "config"),
    ...lostNulls(roots.slice(1), options.system),
  ];
  const all = sorted([...problems, ...context.problems], sources);
  return {
    config: all.length === 0 ? withMacosVersion(config) : null,
    problems: all,
    warnings: sorted(warnings, sources),
    replacedLists,
    tree,
  };
}

/**
 * In a merged file, `null` removes the main file's value (RFC 7396), so the one field for which
 * `null` has a meaning gets its default.
 */
function lostNulls(roots: readonly TreeNode[], system: System): Problem[] {
  const path = ["framework", "bundle", "macOS", "minimumSystemVersion"];
  if (!hasEffect(path, system)) return [];
  return roots.flatMap((root) => {
    const node = findNode(root, path)?.node;
    if (node?.kind !== "scalar" || node.value !== null) return [];
    const message =
      "takes the field out, so the default is used: write null in the main file, as JSON or JSON5";
    return [
      problem({ code: "suspicious", path: pathText(path), place: node, found: "null", message }),
    ];
  });
}

/**
 * The interface's document: an empty text is not allowed there, and the default is used. A rule has
 * warned of it.
 */
function withMacosVersion(config: Config): Config {
  const { macOS } = config.framework.bundle;
  if (macOS.minimumSystemVersion !== "") return config;
  const bundle = { ...config.framework.bundle, macOS: { ...macOS, minimumSystemVersion: "10.13" } };
  return { ...config, framework: { ...config.framework, bundle } };
}

/** A written version must be valid. A missing one matters only for shipped apps. */
function packageVersion(
  context: RuleContext,
  { wrong: message, isMistake }: NonNullable<Derived["versionProblem"]>,
): void {
  const path = ["package", "version"];
  if (context.isWritten(path)) context.error(path, message, { code: "bad-value" });
  else if (isMistake === true) context.error(path, message, { code: "missing-field" });
  else if (context.command !== "dev")
    context.errorWhenBuilding(path, message, { code: "missing-field" });
}

function whatAndWhere({ code, path, place }: Problem): string {
  return `${place?.source.name} ${place?.start} ${code} ${path}`;
}

/** By position, in the order of the merge, each once; the excess is counted. */
function sorted(
  problems: readonly Problem[],
  sources: readonly Source[],
  most = maxProblems,
): Problem[] {
  const rank = (one: Problem): number =>
    one.place === null ? -1 : sources.indexOf(one.place.source);
  const once = new Map(
    problems.toReversed().map((one) => [`${whatAndWhere(one)} ${one.message}`, one]),
  );
  const inOrder = [...once.values()]
    .toReversed()
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) || (a.place?.start ?? 0) - (b.place?.start ?? 0) || pathOrder(a, b),
    );
  return firstProblems(inOrder, most);
}

function pathOrder(a: Problem, b: Problem): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function nothing(folder: string, found: Problem): LoadedConfig {
  return {
    config: null,
    folder,
    files: [],
    problems: [found],
    warnings: [],
    replacedLists: [],
    tree: null,
    layers: [],
  };
}

function notFound(found: Exclude<FoundFolder, { found: "one" }>, from: string): Problem {
  if (found.found === "several") {
    return problem({
      code: "two-configurations",
      message: `"${found.folder}" holds ${found.files.join(" and ")}: keep one of them`,
    });
  }
  if (found.found === "of-another-user") {
    return problem({
      code: "no-configuration",
      message: `the configuration in "${found.folder}" belongs to another user, who could have this command run any program: if you trust it, run the command in that folder`,
    });
  }
  const names = formats.map((format) => format.mainFile).join(", ");
  const remedy = remedyFor(from);
  return problem({
    code: "no-configuration",
    message: `no configuration in "${from}", its src-framework, or any folder above: wanted is one of ${names}, which "npx framework init" writes${remedy === null ? "" : `; ${remedy}`}`,
  });
}

/** The remedy for a folder without a configuration but with something like it. */
function remedyFor(from: string): string | null {
  const below = projectsBelow(from)
    .slice(0, 3)
    .map((folder) => `"${folder}"`);
  if (below.length > 0)
    return `${below.join(" and ")} below ${below.length === 1 ? "has" : "have"} one: run the command there`;
  const foreign = foreignFile(from);
  if (foreign !== null)
    return `"${foreign}" is one for Tauri: "npx framework migrate" moves that app over`;
  const misnamed = misnamedMainFile(from);
  return misnamed && `"${misnamed.file}" is not read: call it "${misnamed.wanted}"`;
}

/** Happens when a shell variable is empty, or for `build.devPath=x`. */
function noOverride(why: string): Problem {
  const message = `--config ${why}: give it JSON, which begins with {, or the path of a file`;
  return problem({ code: "unreadable", message });
}

function severalFiles(names: readonly string[]): Problem {
  return problem({
    code: "two-configurations",
    message: `there are ${names.join(" and ")}: keep one of them`,
  });
}
