import type { FormatName } from "../../config/read/file-formats.ts";

type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };
export type PlainObject = { readonly [key: string]: Plain };

/** A new configuration as text. Any string is safe in any of the formats. */
export function renderConfig(config: PlainObject, format: FormatName): string {
  if (format === "json") return `${JSON.stringify(config, null, 2)}\n`;
  return format === "json5" ? `${json5(config, "")}\n` : toml(config);
}

function json5(value: Plain, indent: string): string {
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}  `;
  if (isList(value)) {
    if (value.every((item) => typeof item !== "object"))
      return `[${value.map((item) => json5(item, inner)).join(", ")}]`;
    return `[\n${value.map((item) => `${inner}${json5(item, inner)},\n`).join("")}${indent}]`;
  }
  const members = Object.entries(value).map(
    ([key, item]) => `${inner}${json5Key(key)}: ${json5(item, inner)},\n`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("")}${indent}}`;
}

function json5Key(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/** Values come before tables, because everything after a table header belongs to the table. */
function toml(config: PlainObject): string {
  const blocks: string[] = [];
  addTable(config, [], blocks);
  return blocks.join("\n");
}

function addTable(
  table: PlainObject,
  path: readonly string[],
  blocks: string[],
  head = tomlHead(path),
): void {
  const lines: string[] = [];
  const tables: [string, PlainObject][] = [];
  const lists: [string, readonly PlainObject[]][] = [];
  for (const [key, value] of Object.entries(table)) {
    if (isObject(value)) tables.push([key, value]);
    else if (isObjectList(value)) lists.push([key, value]);
    else lines.push(`${tomlKey(key)} = ${tomlValue(value)}\n`);
  }
  if (lines.length > 0 || (path.length > 0 && tables.length + lists.length === 0))
    blocks.push(head + lines.join(""));
  for (const [key, value] of lists) {
    const inside = [...path, key];
    for (const item of value)
      addTable(item, inside, blocks, `[[${inside.map(tomlKey).join(".")}]]\n`);
  }
  for (const [key, value] of tables) addTable(value, [...path, key], blocks);
}

function tomlHead(path: readonly string[]): string {
  return path.length === 0 ? "" : `[${path.map(tomlKey).join(".")}]\n`;
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : tomlString(key);
}

function tomlValue(value: Plain): string {
  if (isList(value)) return `[${value.map(tomlValue).join(", ")}]`;
  return typeof value === "string" ? tomlString(value) : JSON.stringify(value);
}

/** The escapes of JSON are those of TOML, and TOML requires one more: U+007F. */
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll("\u007F", "\\u007F");
}

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

function isObject(value: Plain): value is PlainObject {
  return typeof value === "object" && !isList(value);
}

function isObjectList(value: Plain): value is readonly PlainObject[] {
  return isList(value) && value.length > 0 && value.every(isObject);
}
