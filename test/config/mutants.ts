import { allFields } from "../../src/config/shape/field-index.ts";
import type { IndexedField } from "../../src/config/shape/field-index.ts";
import type { ChoiceShape, Shape } from "../../src/config/fields/field.ts";
import type { ProblemCode } from "../../src/config/report/problem.ts";
import type { Steps, Table, Value } from "./written.ts";

/** One mistake of a person in an otherwise good configuration. */
export interface Mutant {
  readonly kind: "misspelt key" | "wrong type" | "moved key" | "missing field" | "unknown value";
  readonly config: Table;
  readonly code: ProblemCode;
  /** The place of the expected message. */
  readonly path: Steps;
  readonly at: "key" | "value" | "record";
  /** A required suggestion. `null`: `says` must be in the message. */
  readonly suggestion: string | null;
  readonly says: string;
}

/** Numbers that look random and are the same in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

interface Spot {
  readonly path: Steps;
  readonly value: Value;
  readonly field: IndexedField;
}

const byPattern: ReadonlyMap<string, IndexedField> = new Map(
  allFields().map((field) => [field.path, field]),
);

/** Makes one mistake of one kind; `null` where the configuration gives no occasion for it. */
export function mutate(
  config: Table,
  kind: Mutant["kind"],
  random: (below: number) => number,
): Mutant | null {
  const copy = structuredClone(config);
  const spots = fieldsIn(copy, []);
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)];
  switch (kind) {
    case "misspelt key":
      return misspelt(
        copy,
        pick(spots.filter(({ path }) => String(path.at(-1)).length > 3)),
        random,
      );
    case "wrong type":
      return wrongType(
        copy,
        pick(spots.filter(({ field }) => scalarKinds(field.field.shape).length === 1)),
      );
    case "moved key":
      return moved(copy, pick(spots), pick(spots.filter(({ value }) => isTable(value))));
    case "missing field":
      return missing(copy, pick(spots.filter(({ field }) => field.field.required)));
    case "unknown value":
      return unknownValue(
        copy,
        pick(spots.filter(({ field, value }) => choiceOf(field.field.shape, value) !== null)),
        random,
      );
  }
}

/** Every written field, except those in maps with a person's own keys. */
function fieldsIn(value: Value, path: Steps): Spot[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => fieldsIn(item, [...path, index]));
  if (!isTable(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const where = [...path, key];
    const field = fieldAt(where);
    const inside = fieldsIn(item, where);
    return field === null ? inside : [{ path: where, value: item, field }, ...inside];
  });
}

function fieldAt(path: Steps): IndexedField | null {
  const plain = path
    .map((step) => (typeof step === "number" ? "[]" : `.${step}`))
    .join("")
    .slice(1);
  const exact = byPattern.get(plain);
  if (exact !== undefined) return exact;
  for (const [pattern, field] of byPattern) {
    if (!pattern.includes("*")) continue;
    const source = pattern
      .split("*")
      .map((part) => RegExp.escape(part))
      .join("[^.\\[]+");
    if (new RegExp(`^${source}$`).test(plain)) return field;
  }
  // Subcommands are the shape they are in.
  const deeper = plain.replace(/^framework\.cli\.subcommands\.[^.]+\.(.+)$/, "framework.cli.$1");
  return deeper === plain ? null : (byPattern.get(deeper) ?? null);
}

function misspelt(
  config: Table,
  spot: Spot | undefined,
  random: (below: number) => number,
): Mutant | null {
  if (spot === undefined) return null;
  const key = String(spot.path.at(-1));
  const changed = changedWord(key, random);
  const record = parentOf(config, spot.path);
  if (
    changed === key ||
    Object.hasOwn(spot.field.record.fields, changed) ||
    Object.hasOwn(record, changed)
  )
    return null;
  rename(record, key, changed);
  const path = [...spot.path.slice(0, -1), changed];
  return {
    kind: "misspelt key",
    config,
    code: "unknown-field",
    path,
    at: "key",
    suggestion: key,
    says: "unknown field",
  };
}

/** Swaps, drops, doubles or replaces one letter, as fingers do. */
function changedWord(word: string, random: (below: number) => number): string {
  const at = random(word.length - 1);
  const letter = word.charAt(at);
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const other = letters.charAt(random(letters.length));
  return [
    word.slice(0, at) + word.charAt(at + 1) + letter + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + letter + word.slice(at),
    word.slice(0, at) + other + word.slice(at + 1),
    word.slice(0, at) + other + word.slice(at),
  ][random(5)] as string;
}

function wrongType(config: Table, spot: Spot | undefined): Mutant | null {
  if (spot === undefined) return null;
  const [kind] = scalarKinds(spot.field.field.shape);
  const written = JSON.stringify(spot.value);
  const wrongs: Record<string, { value: Value; suggestion: string | null; says: string }> = {
    boolean: { value: written, suggestion: written, says: "must be true or false" },
    number: { value: written, suggestion: written, says: "must be a" },
    text: { value: 7, suggestion: '"7"', says: "must be a text" },
    choice: { value: true, suggestion: null, says: "must be " },
    list: { value: 7, suggestion: null, says: "must be a list" },
    object: { value: 7, suggestion: null, says: "must be an object" },
  };
  const wrong = wrongs[kind ?? ""];
  if (wrong === undefined || spot.value === null) return null;
  const refused = restricted(spot.field.field.shape) ? null : wrong.suggestion;
  parentOf(config, spot.path)[String(spot.path.at(-1))] = wrong.value;
  return {
    kind: "wrong type",
    config,
    code: "wrong-type",
    path: spot.path,
    at: "value",
    suggestion: refused,
    says: wrong.says,
  };
}

/** A text that may not be just any text: the number written as a text would be refused, too. */
function restricted(shape: Shape): boolean {
  return shape.kind === "text" && shape.pattern !== null;
}

function scalarKinds(shape: Shape): string[] {
  switch (shape.kind) {
    case "either":
      return [shape.boolean, shape.text, shape.list, shape.object]
        .filter((one) => one !== undefined)
        .flatMap(scalarKinds);
    case "map":
    case "record":
    case "variants":
    case "later":
      return ["object"];
    default:
      return [shape.kind];
  }
}

function moved(config: Table, spot: Spot | undefined, into: Spot | undefined): Mutant | null {
  if (spot === undefined || into === undefined) return null;
  const key = String(spot.path.at(-1));
  const shape = recordFields(into.field.field.shape, into.value);
  const isInside = into.path.slice(0, spot.path.length).join("\0") === spot.path.join("\0");
  if (shape === null || Object.hasOwn(shape, key) || isInside) return null;
  // A key that is a known word of the new place with another spelling is a misspelling there.
  if (Object.keys(shape).some((one) => one.toLowerCase() === key.toLowerCase())) return null;
  delete parentOf(config, spot.path)[key];
  (into.value as Table)[key] = spot.value;
  const path = [...into.path, key];
  const original = spot.field.path;
  return {
    kind: "moved key",
    config,
    code: "unknown-field",
    path,
    at: "key",
    suggestion: original,
    says: "unknown field",
  };
}

function recordFields(shape: Shape, value: Value): Readonly<Record<string, unknown>> | null {
  if (shape.kind === "record") return shape.fields;
  if (shape.kind === "later") return shape.shape().fields;
  if (shape.kind === "either") return shape.object?.kind === "record" ? shape.object.fields : null;
  if (shape.kind !== "variants" || !isTable(value)) return null;
  const tag = value[shape.tag];
  return typeof tag === "string" ? (shape.variants[tag]?.fields ?? null) : null;
}

function missing(config: Table, spot: Spot | undefined): Mutant | null {
  if (spot === undefined) return null;
  const key = String(spot.path.at(-1));
  delete parentOf(config, spot.path)[key];
  return {
    kind: "missing field",
    config,
    code: "missing-field",
    path: spot.path,
    at: "record",
    suggestion: key,
    says: "is missing",
  };
}

function unknownValue(
  config: Table,
  spot: Spot | undefined,
  random: (below: number) => number,
): Mutant | null {
  if (spot === undefined || typeof spot.value !== "string") return null;
  const choice = choiceOf(spot.field.field.shape, spot.value);
  const changed = changedWord(spot.value, random);
  const values = Object.keys(choice?.values ?? {});
  if (choice === null || values.some((one) => one.toLowerCase() === changed.toLowerCase()))
    return null;
  parentOf(config, spot.path)[String(spot.path.at(-1))] = changed;
  const suggestion = JSON.stringify(spot.value);
  return {
    kind: "unknown value",
    config,
    code: "bad-value",
    path: spot.path,
    at: "value",
    suggestion,
    says: "must be ",
  };
}

function choiceOf(shape: Shape, value: Value): ChoiceShape | null {
  if (typeof value !== "string" || value.length < 4) return null;
  return shape.kind === "choice" ? shape : null;
}

function parentOf(config: Table, path: Steps): Table {
  let at: Value = config;
  for (const step of path.slice(0, -1)) at = (at as Record<string | number, Value>)[step] as Value;
  return at as Table;
}

/** Renames a key and keeps its place among the others. */
function rename(record: Table, from: string, to: string): void {
  const entries = Object.entries(record);
  for (const [key] of entries) delete record[key];
  for (const [key, value] of entries) record[key === from ? to : key] = value;
}

function isTable(value: Value): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
