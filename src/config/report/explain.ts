import { getOwn } from "../../contract/get-own.ts";
import { absentValue } from "../read/settle.ts";
import { rootConfig } from "../config.ts";
import type { Field, Json, Shape } from "../fields/field.ts";
import type { LoadedConfig } from "../read/load.ts";
import { nearest } from "../../contract/text/suggest.ts";
import { fieldsNamed } from "../shape/field-index.ts";
import { findNode, lineAndColumn, pathText, plainValue } from "../shape/tree.ts";
import type { Path, Place } from "../shape/tree.ts";

/** The position of a written value. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly value: Json;
}

/** The explanation of one value of a configuration. */
export interface Explanation {
  /** The settled value; while the configuration has problems, the written value or the default. */
  readonly value: unknown;
  /** `null`: it was not written. */
  readonly origin: Origin | null;
  /** The values that it replaced, the latest first. */
  readonly replaced: readonly Origin[];
  /** A later file removed it. */
  readonly removedBy: Origin | null;
  /** `null`: no field of the tables, but an item of a list or a key of a map. */
  readonly field: Field | null;
  /** The value when the field is absent; `undefined` when it is required. */
  readonly default: Json | undefined;
}

/** Explains the origin of a value. `null`: the configuration cannot have a value at this path. */
export function explain(loaded: LoadedConfig, path: Path): Explanation | null {
  const known = fieldAt(rootConfig, path);
  if (known === null) return null;
  const { field } = known;
  const none = field === null || field.required;
  const standing = none ? undefined : absentValue(field);
  const found = loaded.tree === null ? null : findNode(loaded.tree, path);
  const unsettled = found === null ? standing : plainValue(found.node);
  const value = loaded.config === null ? unsettled : valueAt(loaded.config, path);
  const common = { value, field, default: standing };
  const removed = removal(loaded, path);
  if (found === null) {
    return {
      ...common,
      origin: null,
      replaced: removed?.was ?? [],
      removedBy: removed?.by ?? null,
    };
  }
  const replaced: Origin[] = [];
  for (let was = found.node.replaced; was !== undefined; was = was.replaced) {
    replaced.push(originOf(was, plainValue(was)));
  }
  const origin = originOf(found.key ?? found.node, plainValue(found.node));
  return { ...common, origin, replaced, removedBy: null };
}

/**
 * The part of a path that leads to a missing item of a list, or key of a map; `null`: none is
 * missing.
 */
export function absentItem(loaded: LoadedConfig, path: Path): Path | null {
  for (const end of path.keys()) {
    const above = path.slice(0, end);
    const here = path.slice(0, end + 1);
    const isItem = fieldAt(rootConfig, above) !== null && fieldAt(rootConfig, here)?.field === null;
    if (!isItem) continue;
    const isThere =
      loaded.config === null
        ? loaded.tree !== null && findNode(loaded.tree, here) !== null
        : valueAt(loaded.config, here) !== undefined;
    if (!isThere) return here;
  }
  return null;
}

/** The paths that were probably meant: `width` for `windows[0].width`, `with` for `width`. */
export function meantPaths(path: Path): string[] {
  const last = path.at(-1);
  const above = fieldAt(rootConfig, path.slice(0, -1));
  const shape = above === null ? null : record(above.shape);
  if (typeof last !== "string") return [];
  const near = shape === null ? [] : nearest(last, Object.keys(shape));
  if (near.length > 0) return near.map((one) => pathText([...path.slice(0, -1), one]));
  return fieldsNamed(last)
    .filter((one) => one.path.endsWith(`.${pathText(path)}`))
    .slice(0, 3)
    .map((one) => one.path.replaceAll("[]", "[0]"));
}

function removal(loaded: LoadedConfig, path: Path): { by: Origin; was: Origin[] } | null {
  const last = path.at(-1);
  const above = loaded.tree === null ? null : findNode(loaded.tree, path.slice(0, -1));
  if (above?.node.kind !== "object" || typeof last !== "string") return null;
  const removed = above.node.removed?.get(last);
  if (removed === undefined) return null;
  return {
    by: originOf(removed.by.key, null),
    was: [originOf(removed.was.key, plainValue(removed.was.value))],
  };
}

function originOf(place: Place, value: Json): Origin {
  return { file: place.source.name, ...lineAndColumn(place.source, place.start), value };
}

function valueAt(config: unknown, path: Path): unknown {
  let value = config;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step))
      return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

/** The field at a path, and the shape of its value. */
function fieldAt(root: Shape, path: Path): { field: Field | null; shape: Shape } | null {
  let at: { field: Field | null; shape: Shape } = { field: null, shape: root };
  for (const step of path) {
    const next = stepInto(at.shape, step);
    if (next === null) return null;
    at = next;
  }
  return at;
}

function stepInto(
  shape: Shape,
  step: string | number,
): { field: Field | null; shape: Shape } | null {
  switch (shape.kind) {
    case "later":
      return stepInto(shape.shape(), step);
    case "any":
      return { field: null, shape };
    case "list":
      return typeof step === "number" ? { field: null, shape: shape.item } : null;
    case "map":
      return typeof step === "string" ? { field: null, shape: shape.value } : null;
    case "record": {
      const field = typeof step === "string" ? getOwn(shape.fields, step) : undefined;
      return field === undefined ? null : { field, shape: field.shape };
    }
    case "variants": {
      for (const variant of Object.values(shape.variants)) {
        const found = stepInto(variant, step);
        if (found !== null) return found;
      }
      return null;
    }
    case "either": {
      for (const one of [shape.list, shape.object]) {
        const found = one === undefined ? null : stepInto(one, step);
        if (found !== null) return found;
      }
      return null;
    }
    default:
      return null;
  }
}

function record(shape: Shape): Readonly<Record<string, Field>> | null {
  if (shape.kind === "record") return shape.fields;
  return shape.kind === "later" ? shape.shape().fields : null;
}
