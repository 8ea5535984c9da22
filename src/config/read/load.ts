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
import { findConfiguration } from "./find.ts";
import type { FoundFolder } from "./find.ts";
import { foreignConfiguration, foreignFile } from "./foreign.ts";
import { mergePatch } from "./merge.ts";
import type { ReplacedList } from "./merge.ts";
import { strayFiles } from "./stray-files.ts";
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
  /** The system that is built for; its platform file is merged in. */
  readonly system: System;
  /**
   * `build` is stricter: the identifier is the project's own, files are there, addresses are https.
   */
  readonly command: Command;
  /**
   * Each `--config`: inline JSON or JSON5, which begins with `{`, or the path of a file of any
   * format.
   */
  readonly overrides?: readonly string[];
  /** Texts that are not written yet, by the whole paths of their files. */
  readonly unsaved?: ReadonlyMap<string, string>;
}

/** All that was found out about a project's configuration. */
export interface LoadedConfig {
  /** Checked, with every value present; `null` while there are problems. */
  readonly config: Config | null;
  /**
   * The folder of the main file: the application's source directory. Paths in the configuration
   * start here.
   */
  readonly folder: string;
  /** Whole paths of the files that were read, in the order they were merged. */
  readonly files: readonly string[];
  /** What must be changed first, sorted by place. */
  readonly problems: readonly Problem[];
  /** What is allowed and probably wrong, sorted by place. */
  readonly warnings: readonly Problem[];
  /** Lists of one file that a later one put aside as a whole. */
  readonly replacedLists: readonly ReplacedList[];
  /** The merged values with the place each was written at; `null` when nothing could be read. */
  readonly tree: TreeNode | null;
  /** What was merged, in this order. */
  readonly layers: readonly ConfigLayer[];
}

/** One text of a configuration. */
export interface ConfigLayer {
  /** The whole path of its file; `null`: it was given with `--config`. */
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
 * Finds, reads, merges and checks a project's configuration. A mistake in it never throws: it
 * becomes one of the problems. Paths inside stay as they are written; take them from `folder`.
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
    // From where the command runs, so that terminals can open the place.
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
    if (override.trim() === "") problems.push(emptyOverride());
    else if (override.trimStart().startsWith("{"))
      layers.push({ ...parseLayer("--config", override, "inline.json5"), file: null });
    else read(resolve(from, override), readUserFile);
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
 * The same for one text alone, without a folder to look into: what an editor or a test has.
 *
 * @param most reports so many problems and counts the others
 */
export function checkText(text: string, fileName: string, most = maxProblems): readonly Problem[] {
  const { parsed } = parseLayer(fileName, text, fileName);
  if (parsed.root === null) return parsed.problems;
  const { problems } = check(parsed.root, rootConfig, "whole", most);
  return sorted([...parsed.problems, ...problems], [parsed.root.source], most);
}

/**
 * @throws Error for any other encoding: its letters would silently become others, in the product's
 * name for one
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
  // All else that could be said of it follows from that.
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
    // Alone, too: a mistake may lie in what a later file replaces.
    if (roots.length > 1)
      problems.push(...check(root, rootConfig, index === 0 ? "part" : "patch").problems);
  }
  // A file that cannot be read may hold what seems to be missing.
  if (tree === null || roots.length < layers.length || before.length > 0) {
    if (tree !== null && roots.length === 1)
      problems.push(...check(tree, rootConfig, "part").problems);
    return { config: null, problems: sorted(problems, sources), warnings: [], replacedLists, tree };
  }

  const { value, problems: found } = check(tree, rootConfig);
  // What was found in a file alone is found again in what was merged, at times in other words.
  const output = new Set(problems.map(whatAndWhere));
  problems.push(...found.filter((one) => !output.has(whatAndWhere(one))));
  if (tree.kind !== "object") {
    return { config: null, problems: sorted(problems, sources), warnings: [], replacedLists, tree };
  }
  // The one place where a checked value gets its type: the types are written from the tables it was
  // checked with.
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
 * A merged file takes out by `null` what the main file says (RFC 7396), so of the one field that
 * has a meaning for it the default is left.
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
 * The document: an empty text is not allowed there, and the default is used. A rule has warned of
 * it.
 */
function withMacosVersion(config: Config): Config {
  const { macOS } = config.framework.bundle;
  if (macOS.minimumSystemVersion !== "") return config;
  const bundle = { ...config.framework.bundle, macOS: { ...macOS, minimumSystemVersion: "10.13" } };
  return { ...config, framework: { ...config.framework, bundle } };
}

/** A version that is written must be one. When none is, only what is shipped needs it. */
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

/** By place, in the order the files were merged, each once; what is too many is counted. */
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
  const foreign = foreignFile(from);
  const instead =
    foreign === null
      ? ""
      : `; "${foreign}" is one for Tauri: copy it to "src-framework/${formatOf(foreign).mainFile}", and what to change in it is told`;
  return problem({
    code: "no-configuration",
    message: `no configuration in "${from}", its src-framework, or any folder above: wanted is one of ${names}, which "npx framework init" writes${instead}`,
  });
}

/** As when the variable of a shell has no value. */
function emptyOverride(): Problem {
  const message = "--config is empty: give it JSON, which begins with {, or the path of a file";
  return problem({ code: "unreadable", message });
}

function severalFiles(names: readonly string[]): Problem {
  return problem({
    code: "two-configurations",
    message: `there are ${names.join(" and ")}: keep one of them`,
  });
}
