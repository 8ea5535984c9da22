import { isDeepStrictEqual } from "node:util";
import { readText } from "../../../disk/read.ts";
import {
  loadConfig,
  type ConfigLayer,
  type LoadedConfig,
  type LoadOptions,
} from "../../../config/read/load.ts";
import { findNode, plainValue, type Path } from "../../../config/shape/tree.ts";
import { UserError } from "../../terminal.ts";
import { pluginsAfter, withoutEmptyAllowlists } from "./plugin-flags.ts";
import type { Allowlist, Change } from "./proposal.ts";
import { withItems, withoutMember, withValue } from "./text-edits.ts";

/** One file of the configuration, before and after the changes. */
export interface RewrittenFile {
  /** The absolute path. */
  readonly file: string;
  /** Relative to the working directory. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/**
 * A change, and the positions of its value; `[]`: only in `--config`, where nothing can be changed.
 */
export interface PlacedChange {
  readonly change: Change;
  readonly path: Path;
  readonly layers: readonly ConfigLayer[];
}

/** The parts of the configuration that changes are below. */
export const roots = { allowlist: ["framework", "allowlist"], plugins: ["plugins"] } as const;

/** Finds the file of each change: for the value of an overlay, the overlay. */
export function placed(
  loaded: LoadedConfig,
  changes: readonly Change[],
  root: Path,
): readonly PlacedChange[] {
  return changes.map((change) => {
    const path: Path = [...root, ...change.path];
    return {
      change,
      path,
      layers: layersOf(loaded, change, path).filter(({ file }) => file !== null),
    };
  });
}

function layersOf(
  { layers, tree }: LoadedConfig,
  change: Change,
  path: Path,
): readonly ConfigLayer[] {
  const by = (at: Path): ConfigLayer | undefined => {
    const node = tree === null ? undefined : findNode(tree, at)?.node;
    return layers.find(({ source }) => source === node?.source);
  };
  if (change.do === "remove") {
    // If it were removed from one file only, the value of another would apply.
    const saying = layers.filter(({ root }) => {
      const node = root === null ? undefined : findNode(root, path)?.node;
      const value = node === undefined ? null : plainValue(node);
      return value !== null && value !== false;
    });
    return saying.some(({ file }) => file === null) ? [] : saying;
  }
  // A new flag goes to the position of the `all` that it replaces.
  const found =
    by(path) ?? by([...path.slice(0, -1), "all"]) ?? by([...roots.allowlist, "all"]) ?? layers[0];
  return found === undefined ? [] : [found];
}

/**
 * Makes the changes in the texts, and reads the resulting configuration.
 * @throws UserError when the result differs from the intended one; no file has been changed
 */
export function rewritten(
  options: LoadOptions,
  loaded: LoadedConfig,
  places: readonly PlacedChange[],
): readonly RewrittenFile[] {
  const texts = new Map<string, string>();
  for (const { change, path, layers } of inOrder(places, (one) => one.change))
    for (const { file, source } of layers) {
      if (file === null) continue;
      const text = texts.get(file) ?? source.text;
      if (change.do === "remove") texts.set(file, withoutMember(file, text, path));
      else if (change.do === "set") texts.set(file, withValue(file, text, path, change.value));
      else texts.set(file, withItems(file, text, path, change.items));
    }
  const made = places.filter(({ layers }) => layers.length > 0);
  verify(options, loaded, texts, made);
  return [...texts].map(([file, after]) => {
    const layer = loaded.layers.find((one) => one.file === file) as ConfigLayer;
    const before = readText(file);
    const mark = before.startsWith("\uFEFF") ? "\uFEFF" : "";
    if (before !== mark + layer.source.text)
      throw new UserError(
        `Cannot change "${layer.source.name}": some of its lines end with a carriage return alone, or it changed meanwhile`,
      );
    return { file, name: layer.source.name, before, after: mark + after };
  });
}

/**
 * Additions come first. Items are removed from the last one to the first, so the positions of the
 * others stay.
 */
function inOrder<Placed>(
  all: readonly Placed[],
  changeOf: (one: Placed) => Change,
): readonly Placed[] {
  const sets = all.filter((one) => changeOf(one).do === "set");
  const others = all.filter((one) => changeOf(one).do !== "set");
  return [...sets, ...others.toSorted((a, b) => -order(changeOf(a).path, changeOf(b).path))];
}

function order(a: Path, b: Path): number {
  for (const [at, step] of a.entries()) {
    const other = b[at];
    if (step === other) continue;
    if (other === undefined) return 1;
    if (typeof step === "number" && typeof other === "number") return step - other;
    return String(step) < String(other) ? -1 : 1;
  }
  return a.length - b.length;
}

function verify(
  options: LoadOptions,
  { config }: LoadedConfig,
  unsaved: ReadonlyMap<string, string>,
  made: readonly PlacedChange[],
): void {
  if (config === null)
    throw new Error("Cannot change a configuration with problems: it must be checked before");
  const { config: after, problems } = loadConfig({ ...options, unsaved });
  const below = (root: string): readonly Change[] =>
    made.filter(({ path }) => path[0] === root).map(({ change }) => change);
  const wanted = {
    ...config,
    plugins: withoutEmptyAllowlists(pluginsAfter(config.plugins, below("plugins"))),
    framework: {
      ...config.framework,
      allowlist: allowlistAfter(config.framework.allowlist, below("framework")),
    },
  };
  if (
    after !== null &&
    isDeepStrictEqual({ ...after, plugins: withoutEmptyAllowlists(after.plugins) }, wanted)
  )
    return;
  const reason = problems[0]?.message ?? "it would say something else than was proposed";
  throw new UserError(
    `Cannot change the configuration by itself: ${reason}; make by hand the changes that audit --suggest shows`,
  );
}

/** The allowlist after the changes. */
export function allowlistAfter(allowlist: Allowlist, changes: readonly Change[]): Allowlist {
  const copy = structuredClone(allowlist) as unknown as Record<string, unknown>;
  for (const change of inOrder(changes, (one) => one)) {
    const parent = change.path
      .slice(0, -1)
      .reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], copy);
    const last = change.path.at(-1) as string | number;
    if (change.do === "replace") (parent as unknown[]).splice(last as number, 1, ...change.items);
    else
      (parent as Record<string | number, unknown>)[last] =
        change.do === "set" ? change.value : false;
  }
  return copy as unknown as Allowlist;
}
