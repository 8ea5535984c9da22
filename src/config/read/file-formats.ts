import { parse as parseJson } from "@humanwhocodes/momoa";
import type { ObjectNode as JsonObject, ValueNode as JsonValue } from "@humanwhocodes/momoa";
import { parseTOML } from "toml-eslint-parser";
import type { AST } from "toml-eslint-parser";
import type { System } from "../../contract/target.ts";
import { problem } from "../report/problem.ts";
import type { Problem } from "../report/problem.ts";
import { ProblemList } from "../report/problem-list.ts";
import { findNearest, pathText } from "../shape/tree.ts";
import { tomlMistake } from "./toml-mistakes.ts";
import type { ListNode, Member, ObjectNode, Path, Place, Source, TreeNode } from "../shape/tree.ts";

export type FormatName = "json" | "json5" | "toml";

interface Format {
  readonly name: FormatName;
  readonly mainFile: string;
  readonly platformFile: (system: System) => string;
  readonly parse: (source: Source) => Parsed;
}

/** The result of parsing: a tree unless the text could not be parsed at all. */
export interface Parsed {
  readonly root: TreeNode | null;
  readonly problems: readonly Problem[];
}

/** The formats, in the order of the search for files. Their parsers all keep positions. */
export const formats: readonly Format[] = [
  {
    name: "json",
    mainFile: "framework.conf.json",
    platformFile: (system) => `framework.${system}.conf.json`,
    parse: parseJsonSource,
  },
  {
    name: "json5",
    mainFile: "framework.conf.json5",
    platformFile: (system) => `framework.${system}.conf.json5`,
    parse: parseJsonSource,
  },
  {
    name: "toml",
    mainFile: "Framework.toml",
    platformFile: (system) => `Framework.${system}.toml`,
    parse: parseTomlSource,
  },
];

/** All formats but TOML are parsed as JSON5, which accepts JSON and comments, too. */
export function formatOf(fileName: string): Format {
  const found = formats.find((format) => fileName.endsWith(`.${format.name}`));
  return found ?? (formats[0] as Format);
}

/**
 * No configuration needs more levels; the limit keeps every later walk of the tree within the
 * stack.
 */
const deepest = 1000;

/**
 * A byte order mark is not part of the text, and no column counts it. A lone carriage return ends a
 * line. Not every parser knows that, and no format permits one inside a value.
 */
export function sourceOf(name: string, text: string): Source {
  return { name, text: text.replace(/^\uFEFF/, "").replace(/\r(?!\n)/g, "\n") };
}

function parseJsonSource(source: Source): Parsed {
  const problems = new ProblemList();
  try {
    const document = parseJson(source.text, { mode: "json5", ranges: true });
    const root = fromJson(document.body, { source, problems }, [], 0);
    return { root, problems: problems.toArray() };
  } catch (error) {
    return { root: null, problems: [failure(error, source, jsonSyntax)] };
  }
}

interface Conversion {
  readonly source: Source;
  readonly problems: ProblemList;
}

function place(source: Source, range: readonly [number, number] | undefined): Place {
  return { source, start: range?.[0] ?? 0, end: range?.[1] ?? 0 };
}

function fromJson(node: JsonValue, into: Conversion, path: Path, depth: number): TreeNode {
  const where = place(into.source, node.range);
  if (depth > deepest) throw new TooDeep(where);
  switch (node.type) {
    case "Object":
      return { kind: "object", members: jsonMembers(node, into, path, depth), ...where };
    case "Array":
      return {
        kind: "list",
        items: node.elements.map((element, index) =>
          fromJson(element.value, into, [...path, index], depth + 1),
        ),
        ...where,
      };
    case "Null":
      return { kind: "scalar", value: null, ...where };
    case "NaN":
      return { kind: "scalar", value: Number.NaN, ...where };
    case "Infinity":
      return { kind: "scalar", value: node.sign === "-" ? -Infinity : Infinity, ...where };
    default:
      return { kind: "scalar", value: node.value, ...where };
  }
}

function jsonMembers(
  node: JsonObject,
  into: Conversion,
  path: Path,
  depth: number,
): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const { name, value } of node.members) {
    const key = name.type === "Identifier" ? name.name : name.value;
    const keyPath = [...path, key];
    const member: Member = {
      key: place(into.source, name.range),
      value: fromJson(value, into, keyPath, depth + 1),
    };
    const first = members.get(key);
    if (first === undefined) members.set(key, member);
    else into.problems.add(() => duplicate(keyPath, member.key, first.key));
  }
  return members;
}

function duplicate(path: Path, second: Place, first: Place | null): Problem {
  return problem({
    code: "duplicate-key",
    path: pathText(path),
    place: second,
    message: "is written twice: leave one out",
    related: first === null ? [] : [{ message: "it is written here first", place: first }],
  });
}

function parseTomlSource(source: Source): Parsed {
  try {
    const [top] = parseTOML(source.text).body;
    return { root: fromTomlTop(top, source), problems: [] };
  } catch (error) {
    return { root: null, problems: [failure(error, source, tomlSyntax)] };
  }
}

function fromTomlTop(top: AST.TOMLTopLevelTable, source: Source): ObjectNode {
  const root: ObjectNode = {
    kind: "object",
    members: new Map(),
    source,
    start: 0,
    end: source.text.length,
  };
  for (const entry of top.body) {
    if (entry.type === "TOMLKeyValue") addTomlValue(root, entry, source, 0);
    else addTomlTable(root, entry, source);
  }
  return root;
}

function addTomlTable(root: ObjectNode, table: AST.TOMLTable, source: Source): void {
  let target = root;
  const { keys } = table.key;
  for (const [index, key] of keys.entries()) {
    const isLast = index === keys.length - 1;
    target = step(
      target,
      key,
      source,
      isLast && table.kind === "array" ? place(source, table.range) : null,
    );
  }
  for (const entry of table.body) addTomlValue(target, entry, source, keys.length);
}

/**
 * Steps from an object to the one under a key, creating it if it is missing; `item`: adds one to a
 * list.
 */
function step(target: ObjectNode, key: TomlKey, source: Source, item: Place | null): ObjectNode {
  const name = keyName(key);
  const keyPlace = place(source, key.range);
  const member = target.members.get(name);
  const there = member?.value;
  member?.again?.push(keyPlace);
  if (item === null && there?.kind === "object") return there;
  if (item === null && there?.kind === "list") {
    const last = there.items.at(-1);
    if (last?.kind === "object") return last;
  }
  const made: ObjectNode = { kind: "object", members: new Map(), ...(item ?? keyPlace) };
  if (item === null) target.members.set(name, { key: keyPlace, value: made, again: [] });
  else if (there?.kind === "list") there.items.push(made);
  else {
    const list: ListNode = { kind: "list", items: [made], ...keyPlace };
    target.members.set(name, { key: keyPlace, value: list, again: [] });
  }
  return made;
}

function addTomlValue(
  target: ObjectNode,
  entry: AST.TOMLKeyValue,
  source: Source,
  depth: number,
): void {
  const { keys } = entry.key;
  let into = target;
  for (const key of keys.slice(0, -1)) into = step(into, key, source, null);
  const last = keys.at(-1);
  if (last === undefined) return;
  const value = fromToml(entry.value, source, depth + keys.length);
  into.members.set(keyName(last), { key: place(source, last.range), value });
}

type TomlKey = AST.TOMLBare | AST.TOMLQuoted;

function keyName(key: TomlKey): string {
  return key.type === "TOMLBare" ? key.name : key.value;
}

function fromToml(node: AST.TOMLContentNode, source: Source, depth: number): TreeNode {
  const where = place(source, node.range);
  if (depth > deepest) throw new TooDeep(where);
  switch (node.type) {
    case "TOMLArray":
      return {
        kind: "list",
        items: node.elements.map((item) => fromToml(item, source, depth + 1)),
        ...where,
      };
    case "TOMLInlineTable": {
      const made: ObjectNode = { kind: "object", members: new Map(), ...where };
      for (const entry of node.body) addTomlValue(made, entry, source, depth);
      return made;
    }
    case "TOMLValue":
      return {
        kind: "scalar",
        value: node.value instanceof Date ? undefined : node.value,
        ...where,
      };
  }
}

class TooDeep extends Error {
  readonly place: Place;

  constructor(where: Place) {
    super("Values are nested too deeply");
    this.place = where;
  }
}

/**
 * Turns a parser's error into a problem. Both parsers overflow the stack at some ten thousand
 * levels.
 */
function failure(
  error: unknown,
  source: Source,
  syntax: (error: unknown, source: Source) => Problem,
): Problem {
  if (error instanceof TooDeep || error instanceof RangeError) {
    return problem({
      code: "too-deep",
      place:
        error instanceof TooDeep
          ? { ...error.place, end: error.place.start + 1 }
          : { source, start: 0, end: 1 },
      message: `values are nested deeper than ${deepest} levels`,
    });
  }
  return syntax(error, source);
}

function syntaxProblem(source: Source, offset: number, message: string): Problem {
  return problem({ code: "syntax", place: { source, start: offset, end: offset + 1 }, message });
}

function jsonSyntax(error: unknown, source: Source): Problem {
  const thrown = error as Error & { offset?: number };
  // When the text ends too early, the parser often blames its last token.
  const isAtEnd = /^([{[,:]|"([^"\\]|\\.)*"|'([^'\\]|\\.)*'|[\w.+-]+)\s*$/.test(
    source.text.slice(thrown.offset),
  );
  if (thrown.message.startsWith("Unexpected end") || thrown.offset === undefined || isAtEnd) {
    const end = source.text.trimEnd().length;
    return end === 0
      ? syntaxProblem(source, 0, 'the text is empty: an object is wanted, at least "{}"')
      : syntaxProblem(
          source,
          end,
          "the text ends here, inside a value: a quote, bracket or brace is missing",
        );
  }
  const before = source.text.slice(0, thrown.offset).trimEnd();
  const here = source.text[thrown.offset] ?? "";
  // A value, then the start of another key or value: the comma between them is missing.
  if (/["'\]}\w]$/.test(before) && /["'{[\w-]/.test(here) && thrown.message.includes("token")) {
    return syntaxProblem(source, thrown.offset, "a comma or a colon is missing before this");
  }
  return syntaxProblem(source, thrown.offset, `${JSON.stringify(here)} is not expected here`);
}

function tomlSyntax(error: unknown, source: Source): Problem {
  const thrown = error as Error & { index?: number };
  const index = Math.min(thrown.index ?? 0, source.text.length);
  if (thrown.message.startsWith("Defining a key multiple times"))
    return tomlDuplicate(source, index);
  const { start, message } = tomlMistake(source.text, index, thrown.message.replace(/\.$/, ""));
  return syntaxProblem(source, start, message);
}

/**
 * The parser stops at the second key. Everything before its line is read again to find the first
 * one.
 */
function tomlDuplicate(source: Source, index: number): Problem {
  const lineStart = source.text.lastIndexOf("\n", index - 1) + 1;
  const { text } = source;
  const tail = text.slice(index);
  const written = /^("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\w-]+)/.exec(tail)?.[0] ?? tail.charAt(0);
  const second: Place = { source, start: index, end: index + written.length };
  const line = text.slice(lineStart, index + written.length);
  const isHeader = /^\s*\[/.test(line);
  try {
    const [before] = parseTOML(text.slice(0, lineStart)).body;
    const statement = line.replace(/^\s*\[{0,2}/, "");
    const [keyOnly] = parseTOML(`${statement} = 0`).body;
    const keyValue = keyOnly.body[0];
    const names = keyValue?.type === "TOMLKeyValue" ? keyValue.key.keys.map(keyName) : [];
    const table = before.body.findLast((entry) => entry.type === "TOMLTable");
    const path = [...(isHeader || table?.type !== "TOMLTable" ? [] : table.resolvedKey), ...names];
    const first = findNearest(fromTomlTop(before, source), path);
    return duplicate(path, second, first.key);
  } catch {
    // The two keys are in one inline table, or in a value of several lines: the first is the
    // previous one.
    const before = text
      .slice(0, index)
      .matchAll(new RegExp(`(?<![\\w-])${RegExp.escape(written)}(?=\\s*=)`, "g"));
    const at = [...before].at(-1)?.index;
    return duplicate(
      [written],
      second,
      at === undefined ? null : { source, start: at, end: at + written.length },
    );
  }
}
