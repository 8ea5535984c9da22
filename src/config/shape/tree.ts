import { trimmedEnd } from "../../contract/text/trimmed-end.ts";
import type { Json } from "../fields/field.ts";

/** One text of configuration: a file, or the value of `--config`. */
export interface Source {
  /** Its name in reports: a path relative to the configuration's folder, or `--config`. */
  readonly name: string;
  readonly text: string;
}

/** A part of a source, in UTF-16 units; `end` is exclusive. */
export interface Place {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/**
 * A value as it was written. Merging keeps nodes, so every value of a merged configuration still
 * has its file and position; `replaced` is the value that it replaced.
 */
export type TreeNode = ObjectNode | ListNode | ScalarNode;

interface Placed extends Place {
  replaced?: TreeNode;
}

export interface ObjectNode extends Placed {
  readonly kind: "object";
  readonly members: Map<string, Member>;
  /** The members that a later file removed with `null`. */
  removed?: Map<string, { readonly by: Member; readonly was: Member }>;
}

/** A key with its value. */
export interface Member {
  readonly key: Place;
  readonly value: TreeNode;
  /** Its other occurrences in TOML, in the headers of further tables. */
  readonly again?: Place[];
}

export interface ListNode extends Placed {
  readonly kind: "list";
  readonly items: TreeNode[];
}

interface ScalarNode extends Placed {
  readonly kind: "scalar";
  /** A `Date` of TOML is stored as `undefined`: no field accepts one. */
  readonly value: string | number | boolean | null | undefined;
}

/** The keys and indexes that lead to a value. */
export type Path = readonly (string | number)[];

/**
 * `framework.windows[0].width`; keys that are no plain words are quoted: `plugins["my plugin"]`.
 */
export function pathText(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(step)) text += text === "" ? step : `.${step}`;
    else text += `[${JSON.stringify(step)}]`;
  }
  return text;
}

/** Parses the output of `pathText`; `null` when it is invalid. */
export function parsePath(text: string): Path | null {
  const path: (string | number)[] = [];
  const step = /\.?([^.[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gy;
  while (step.lastIndex < text.length) {
    const match = step.exec(text);
    if (match === null) return null;
    const [, word, index, quoted] = match;
    if (word !== undefined) path.push(word);
    else if (index !== undefined) path.push(Number(index));
    else if (quoted !== undefined) path.push(JSON.parse(quoted) as string);
  }
  return path;
}

/** The value at a path, and its key if it has one. */
export interface Found {
  readonly node: TreeNode;
  readonly key: Place | null;
}

export function findNode(root: TreeNode, path: Path): Found | null {
  let found: Found = { node: root, key: null };
  for (const step of path) {
    const next = childOf(found.node, step);
    if (next === null) return null;
    found = next;
  }
  return found;
}

/** The value at a path or, when there is none, at the nearest parent. */
export function findNearest(root: TreeNode, path: Path): Found {
  let found: Found = { node: root, key: null };
  for (const step of path) {
    const next = childOf(found.node, step);
    if (next === null) return found;
    found = next;
  }
  return found;
}

function childOf(node: TreeNode, step: string | number): Found | null {
  if (node.kind === "object" && typeof step === "string") {
    const member = node.members.get(step);
    return member === undefined ? null : { node: member.value, key: member.key };
  }
  if (node.kind === "list" && typeof step === "number") {
    const item = node.items[step];
    return item === undefined ? null : { node: item, key: null };
  }
  return null;
}

/** The value without its positions. `__proto__` stays an ordinary key. */
export function plainValue(node: TreeNode): Json {
  switch (node.kind) {
    case "scalar":
      return node.value ?? null;
    case "list":
      return node.items.map(plainValue);
    case "object":
      return Object.fromEntries(
        Array.from(node.members, ([key, member]): [string, Json] => [
          key,
          plainValue(member.value),
        ]),
      );
  }
}

/** The line starts of each source, computed once for each text with problems. */
const lineStarts = new WeakMap<Source, readonly number[]>();

/** Line and column of a place, both from 1; columns count UTF-16 units, as editors do. */
export function lineAndColumn(source: Source, offset: number): { line: number; column: number } {
  const starts = startsOf(source);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The text of a line, without its end. */
export function lineText(source: Source, line: number): string {
  const starts = startsOf(source);
  const start = starts[line - 1] ?? 0;
  const end = starts[line] ?? source.text.length + 1;
  return trimmedEnd(source.text.slice(start, end), "\r\n");
}

function startsOf(source: Source): readonly number[] {
  const known = lineStarts.get(source);
  if (known !== undefined) return known;
  const starts = [0];
  for (let at = source.text.indexOf("\n"); at !== -1; at = source.text.indexOf("\n", at + 1))
    starts.push(at + 1);
  lineStarts.set(source, starts);
  return starts;
}
