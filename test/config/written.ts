import type { FormatName } from "../../src/config/read/file-formats.ts";

export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };
export type Table = { [key: string]: Value };
export type Steps = readonly (string | number)[];

/** `line:column`, both from 1. */
type Spot = string;

export interface Written {
  readonly text: string;
  /** The place of a value's key. For an item of a list, or the whole, `null`. */
  keyAt(path: Steps): Spot | null;
  valueAt(path: Steps): Spot;
}

/**
 * Writes a configuration in one of the formats and notes the place of each key and value. It shares
 * no code with the parsers, so it can check their places. TOML has no `null`: such members are left
 * out.
 */
export function written(config: Table, format: FormatName): Written {
  const writer = new Writer();
  if (format === "toml") writeToml(writer, config);
  else writeJson(writer, config, [], "", format === "json5");
  return {
    text: writer.text,
    keyAt: (path) => writer.keys.get(JSON.stringify(path)) ?? null,
    valueAt: (path) => writer.values.get(JSON.stringify(path)) ?? "nowhere",
  };
}

class Writer {
  text = "";
  #line = 1;
  #column = 1;
  readonly keys = new Map<string, Spot>();
  readonly values = new Map<string, Spot>();

  put(text: string): void {
    this.text += text;
    for (const character of text.split("")) {
      if (character === "\n") {
        this.#line += 1;
        this.#column = 1;
      } else this.#column += 1;
    }
  }

  key(path: Steps, text: string): void {
    const id = JSON.stringify(path);
    if (!this.keys.has(id)) this.keys.set(id, `${this.#line}:${this.#column}`);
    this.put(text);
  }

  value(path: Steps): void {
    const id = JSON.stringify(path);
    if (!this.values.has(id)) this.values.set(id, `${this.#line}:${this.#column}`);
  }
}

function writeJson(
  writer: Writer,
  value: Value,
  path: Steps,
  indent: string,
  json5: boolean,
): void {
  writer.value(path);
  if (typeof value !== "object" || value === null) {
    const quoted = json5 && typeof value === "string" && !value.includes("\n");
    writer.put(quoted ? `'${value.replace(/['\\]/g, "\\$&")}'` : JSON.stringify(value));
    return;
  }
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const members = Object.entries(value);
  writer.put(isList ? "[" : "{");
  for (const [index, [key, item]] of members.entries()) {
    const where = [...path, isList ? index : key];
    writer.put(json5 && index === 0 ? ` // ${members.length} in all\n${inner}` : `\n${inner}`);
    if (!isList) {
      writer.key(where, json5 && /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
      writer.put(json5 ? " : " : ": ");
    }
    writeJson(writer, item, where, inner, json5);
    if (json5 || index < members.length - 1) writer.put(",");
  }
  writer.put(`${members.length > 0 ? `\n${indent}` : ""}${isList ? "]" : "}"}`);
}

function writeToml(writer: Writer, config: Table): void {
  writer.value([]);
  writer.put("# a configuration\n");
  writeTomlTable(writer, config, [], []);
}

/** `head`: the keys as they are written, without the indexes of lists. */
function writeTomlTable(writer: Writer, table: Table, path: Steps, head: readonly Steps[]): void {
  const later: [string, Value][] = [];
  for (const [key, value] of Object.entries(table)) {
    if (value === null) continue;
    if (isTable(value) || isTableList(value)) later.push([key, value]);
    else {
      const where = [...path, key];
      writer.key(where, tomlKey(key));
      writer.put(" = ");
      writeTomlValue(writer, value, where);
      writer.put("\n");
    }
  }
  for (const [key, value] of later) {
    const where = [...path, key];
    const inside = [...head, where];
    if (isTable(value)) {
      writer.put("\n[");
      writeTomlHead(writer, inside, false);
      writer.put("]\n");
      writeTomlTable(writer, value, where, inside);
    } else {
      for (const [index, item] of (value as Table[]).entries()) {
        writer.put("\n");
        writer.value([...where, index]);
        writer.put("[[");
        writeTomlHead(writer, inside, index === 0);
        writer.put("]]\n");
        writeTomlTable(writer, item, [...where, index], inside);
      }
    }
  }
}

function writeTomlHead(writer: Writer, keys: readonly Steps[], isFirstOfList: boolean): void {
  for (const [index, path] of keys.entries()) {
    if (index > 0) writer.put(".");
    // A table, and a list of tables, begins where its name is first written.
    if (index < keys.length - 1 || !isFirstOfList || !writer.values.has(JSON.stringify(path)))
      writer.value(path);
    writer.key(path, tomlKey(String(path.at(-1))));
  }
}

function writeTomlValue(writer: Writer, value: Value, path: Steps): void {
  writer.value(path);
  if (Array.isArray(value)) {
    writer.put("[");
    for (const [index, item] of value.entries()) {
      if (index > 0) writer.put(", ");
      writeTomlValue(writer, item, [...path, index]);
    }
    writer.put("]");
  } else if (isTable(value)) {
    writer.put("{ ");
    const members = Object.entries(value).filter(([, item]) => item !== null);
    for (const [index, [key, item]] of members.entries()) {
      if (index > 0) writer.put(", ");
      writer.key([...path, key], tomlKey(key));
      writer.put(" = ");
      writeTomlValue(writer, item, [...path, key]);
    }
    writer.put(" }");
  } else writer.put(JSON.stringify(value));
}

function tomlKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : JSON.stringify(key);
}

function isTable(value: Value): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTableList(value: Value): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isTable);
}
