import { formatOf, sourceOf } from "../../../config/read/file-formats.ts";
import {
  findNode,
  type ListNode,
  type Member,
  type ObjectNode,
  type Path,
  type TreeNode,
} from "../../../config/shape/tree.ts";
import type { Value } from "./proposal.ts";

// Changes one value of a configuration at its position in the text, so comments, order and layout
// stay. Each change parses the text again, because an earlier one has moved the rest. A comment on
// the line of a removed value is removed with it; all others stay.

/** Removes a key, and objects that become empty. */
export function withoutMember(file: string, text: string, path: Path): string {
  const parent = objectAt(file, text, path.slice(0, -1));
  const member = parent?.members.get(String(path.at(-1)));
  if (parent === null || member === undefined) return text;
  const isLast = parent.members.size === 1 && path.length > 3;
  const isBare =
    isLast &&
    text.slice(parent.start, parent.end).startsWith("{") &&
    !holdsComment(text, parent, member);
  if (isBare) return withoutMember(file, text, path.slice(0, -1));
  const line = tomlLine(file, text, member);
  if (line !== null) return text.slice(0, line.start) + text.slice(line.end);
  return cut(
    file,
    text,
    member.key.start,
    member.value.end,
    [...parent.members.values()].map(({ key, value }) => ({ start: key.start, end: value.end })),
  );
}

/** Replaces a value, or adds it after the others of its object. */
export function withValue(file: string, text: string, path: Path, value: Value): string {
  const found = findNode(rootOf(file, text), path);
  if (found !== null)
    return (
      text.slice(0, found.node.start) +
      render(file, value, quoteAt(text, found.node)) +
      text.slice(found.node.end)
    );
  const parent = objectAt(file, text, path.slice(0, -1));
  const name = String(path.at(-1));
  // The object itself is missing.
  if (parent === null) return withValue(file, text, path.slice(0, -1), { [name]: value });
  return inserted(file, text, parent, name, value, path);
}

/** Replaces an item of a list by other texts. */
export function withItems(
  file: string,
  text: string,
  path: Path,
  items: readonly string[],
): string {
  const list = findNode(rootOf(file, text), path.slice(0, -1))?.node;
  const index = Number(path.at(-1));
  const item = list?.kind === "list" ? list.items[index] : undefined;
  if (list?.kind !== "list" || item === undefined) return text;
  if (items.length === 0) return cut(file, text, item.start, item.end, list.items);
  const indent = /(?:^|\n)([^\S\n]*)$/.exec(text.slice(0, item.start))?.[1];
  const between = indent === undefined ? ", " : `,${lineEnd(text)}${indent}`;
  const quote = quoteAt(text, item);
  const written = items.map((one) => render(file, one, quote)).join(between);
  return text.slice(0, item.start) + written + text.slice(item.end);
}

/** @throws Error when an earlier change has left an unreadable text */
function rootOf(file: string, text: string): TreeNode {
  const { root } = formatOf(file).parse(sourceOf(file, text));
  if (root === null)
    throw new Error(`Cannot change "${file}" by itself: its layout is none that is known`);
  return root;
}

function objectAt(file: string, text: string, path: Path): ObjectNode | null {
  const node = findNode(rootOf(file, text), path)?.node;
  return node?.kind === "object" ? node : null;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Removes one of several items between commas, with its line if the item has one of its own. */
function cut(
  file: string,
  text: string,
  start: number,
  end: number,
  all: readonly Range[],
): string {
  const next = skipBlank(file, text, end);
  let [from, to] = [start, text[next] === "," ? next + 1 : end];
  let kept = text;
  const before = all.findLast((one) => one.end <= start);
  if (to === end && before !== undefined) {
    // The comma before the last one is removed, and a comment after it stays.
    const comma = skipBlank(file, text, before.end);
    if (text[comma] === ",") {
      kept = text.slice(0, comma) + text.slice(comma + 1);
      from--;
      to--;
    }
  }
  const lineStart = kept.lastIndexOf("\n", from - 1) + 1;
  const rest = lineRest(file).exec(kept.slice(to));
  const isOwnLine = /^\s*$/.test(kept.slice(lineStart, from)) && rest !== null && lineStart > 0;
  if (isOwnLine) return kept.slice(0, lineStart) + kept.slice(to + rest[0].length);
  if (text[next] === ",") return kept.slice(0, from) + kept.slice(to).replace(/^[^\S\n]+/, "");
  return kept.slice(0, from).replace(/[^\S\n]+$/, "") + kept.slice(to);
}

/** Blanks and a comment to the end of a line. */
function lineRest(file: string): RegExp {
  return isToml(file)
    ? /^[^\S\n]*(?:#[^\n]*)?(?:\n|$)/
    : /^[^\S\n]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[^\n])*\*\/[^\S\n]*)?(?:\n|$)/;
}

/** The next position that is neither blank nor comment. */
function skipBlank(file: string, text: string, from: number): number {
  const blank = isToml(file) ? /(?:\s|#[^\n]*)*/y : /(?:\s|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
  blank.lastIndex = from;
  blank.exec(text);
  return blank.lastIndex;
}

function isToml(file: string): boolean {
  return formatOf(file).name === "toml";
}

function holdsComment(text: string, object: ObjectNode, { key, value }: Member): boolean {
  return /\/\/|\/\*|#/.test(
    text.slice(object.start, key.start) + text.slice(value.end, object.end),
  );
}

/** The lines of `key = value` in a table of TOML; `null`: it is written in another way. */
function tomlLine(
  file: string,
  text: string,
  { key, value }: Member,
): (Range & { prefix: string }) | null {
  if (!isToml(file)) return null;
  const start = text.lastIndexOf("\n", key.start - 1) + 1;
  const prefix = text.slice(start, key.start);
  const rest = lineRest(file).exec(text.slice(value.end));
  if (
    !/^[\w\s.-]*$/.test(prefix) ||
    !/^\s*=\s*$/.test(text.slice(key.end, value.start)) ||
    rest === null
  )
    return null;
  return { start, end: value.end + rest[0].length, prefix };
}

function inserted(
  file: string,
  text: string,
  parent: ObjectNode,
  name: string,
  value: Value,
  path: Path,
): string {
  const members = [...parent.members.values()];
  const eol = lineEnd(text);
  const lines = members
    .map((member) => tomlLine(file, text, member))
    .filter((line) => line !== null);
  const last = lines.at(-1);
  if (last !== undefined)
    return atLine(
      text,
      last.end,
      `${last.prefix}${tomlStatements(file, name, value, last.prefix)}`,
      eol,
    );
  const isInline = text[parent.start] === "{";
  if (isToml(file) && !isInline) {
    // A header without keys of its own, or one that only subtables continue.
    const header = headerAt(text, path.slice(0, -1), "\\][^\\n]*(?:\\n|$)");
    if (header !== null)
      return atLine(
        text,
        header.index + header[0].length,
        tomlStatements(file, name, value, ""),
        eol,
      );
    const table = `[${path.slice(0, -1).join(".")}]\n${tomlStatements(file, name, value, "")}\n`;
    const below = headerAt(text, path.slice(0, -1), "\\.");
    return below === null
      ? atLine(text, text.length, `\n${table.trimEnd()}`, eol)
      : atLine(text, below.index, table, eol);
  }
  const key = keyText(file, text, members[0], name);
  const written = `${key}${isToml(file) ? " = " : ": "}${render(file, value, '"', /^\w/.test(key))}`;
  const end = members.at(-1)?.value.end;
  if (end === undefined) {
    const inner = text.slice(parent.start + 1, parent.end - 1);
    return `${text.slice(0, parent.start + 1)} ${written} ${inner.trim() === "" ? "" : inner}${text.slice(parent.end - 1)}`;
  }
  const indent = /(?:^|\n)([^\S\n]*)$/.exec(text.slice(0, members.at(-1)?.key.start))?.[1];
  const comma = skipBlank(file, text, end);
  const hasComma = text[comma] === ",";
  if (indent === undefined) {
    const at = hasComma ? comma + 1 : end;
    return `${text.slice(0, at)}${hasComma ? "" : ","} ${written}${hasComma ? "," : ""}${text.slice(at)}`;
  }
  const withComma = hasComma ? text : `${text.slice(0, end)},${text.slice(end)}`;
  const from = hasComma ? comma + 1 : end + 1;
  const rest =
    /^[^\S\n]*(?:\/\/[^\n]*|\/\*(?:(?!\*\/)[^\n])*\*\/)?/.exec(withComma.slice(from))?.[0] ?? "";
  const at = from + rest.trimEnd().length;
  return `${withComma.slice(0, at)}${eol}${indent}${written}${hasComma ? "," : ""}${withComma.slice(at)}`;
}

/** Inserts whole lines into a text. */
function atLine(text: string, at: number, lines: string, eol: string): string {
  const before = text.slice(0, at);
  const start = before === "" || before.endsWith("\n") ? before : before + eol;
  return `${start}${lines.replaceAll("\n", eol)}${eol}${text.slice(at)}`;
}

/** One line per value; those of an object are prefixed with its name. */
function tomlStatements(file: string, name: string, value: Value, prefix: string): string {
  if (typeof value !== "object" || Array.isArray(value))
    return `${name} = ${render(file, value, '"')}`;
  return Object.entries(value)
    .map(
      ([key, one], index) =>
        `${index === 0 ? "" : prefix}${tomlStatements(file, `${name}.${key}`, one, prefix)}`,
    )
    .join("\n");
}

/** The first TOML header line of this table with the given continuation. */
function headerAt(text: string, path: Path, end: string): RegExpExecArray | null {
  const names = path.map((step) => `\\s*["']?${RegExp.escape(String(step))}["']?\\s*`);
  return new RegExp(`^[^\\S\\n]*\\[\\[?${names.join("\\.")}${end}`, "m").exec(text);
}

/** In the style of its neighbours: JSON5 permits unquoted names. */
function keyText(file: string, text: string, neighbour: Member | undefined, name: string): string {
  const quote = neighbour === undefined ? '"' : (text[neighbour.key.start] ?? '"');
  const isBare = formatOf(file).name !== "json" && !/["']/.test(quote);
  if (isBare || (isToml(file) && neighbour === undefined)) return name;
  return quote === "'" ? `'${name}'` : JSON.stringify(name);
}

function quoteAt(text: string, { start }: TreeNode | ListNode): string {
  return text[start] ?? '"';
}

/** A value in its format's notation. */
function render(file: string, value: Value, quote: string, isBare = isToml(file)): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value === "string") {
    if (quote === "'" && !/['\\]|\p{C}/u.test(value)) return `'${value}'`;
    return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
  }
  if (Array.isArray(value))
    return `[${value.map((one: Value) => render(file, one, quote, isBare)).join(", ")}]`;
  const equals = isToml(file) ? " = " : ": ";
  const members = Object.entries(value).map(
    ([name, one]) =>
      `${isBare ? name : JSON.stringify(name)}${equals}${render(file, one, quote, isBare)}`,
  );
  return `{ ${members.join(", ")} }`;
}

function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
