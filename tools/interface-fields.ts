/**
 * Lists every configuration field of an interface document as JSON: `bun tools/interface-fields.ts
 * <document>`. The list is committed as `test/fixtures/interface-fields.json`, and tests compare
 * the field tables with it.
 *
 * The document has tables under a bold name, `**WindowConfig**`, and short records in running text:
 * `**Size**: `width` and `height`, each integer (uint32), required`.
 */
import { readFileSync } from "node:fs";
import { formatted } from "./generate.ts";

export interface InterfaceField {
  readonly section: string;
  readonly field: string;
  /** As the document writes it, without `?`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly required: boolean;
  /** Missing: the document has none. */
  readonly default?: unknown;
  readonly newer: boolean;
}

export function interfaceFields(document: string): InterfaceField[] {
  const from = document.indexOf("### 2.2 Configuration file");
  const until = document.indexOf("## 3.", from);
  const fields: InterfaceField[] = [];
  let section = "";
  let newerSection = false;
  for (const line of document.slice(from, until).split("\n")) {
    if (line.startsWith("|")) fields.push(...tableRow(line, section, newerSection));
    for (const part of line.startsWith("|") ? [] : boldParts(line)) {
      section = part.names.at(-1) ?? section;
      newerSection = part.text.trimStart().startsWith("[newer]");
      if (/^ (\([^)]*\) )?values/.test(part.text)) continue;
      for (const name of part.names) fields.push(...runningText(part.text, name, newerSection));
    }
  }
  return fields;
}

/** `**A**, **B**: text` as the names A and B with the following text. */
function boldParts(line: string): { names: string[]; text: string }[] {
  const parts: { names: string[]; text: string }[] = [];
  let names: string[] = [];
  const marks = [...line.matchAll(/\*\*([A-Z]\w*(?: object)?)\*\*/g)];
  for (const [index, mark] of marks.entries()) {
    names.push(mark[1] === "Root object" ? "Config" : (mark[1] ?? ""));
    const text = line.slice(mark.index + mark[0].length, marks[index + 1]?.index);
    if (text === ", ") continue;
    parts.push({ names, text });
    names = [];
  }
  return parts;
}

function tableRow(line: string, section: string, newerSection: boolean): InterfaceField[] {
  const cells = line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());
  const [name = "", type = "", third = "", fourth] = cells;
  if (section === "WebviewInstallMode")
    return /^`\w+`$/.test(name) ? runningText(type, section, false) : [];
  if (!/^[a-z]\w*$/.test(name)) return [];
  const meaning = fourth ?? third;
  return [
    {
      section,
      field: name,
      ...typeOf(type),
      ...(fourth !== undefined && third !== "-" && { default: valueOf(third) }),
      newer: newerSection || meaning.startsWith("[newer]"),
    },
  ];
}

function typeOf(text: string): Pick<InterfaceField, "type" | "nullable" | "required"> {
  const word = /^(map of name to \w+|[A-Za-z]\w*(?:\[\])?)(\??)/.exec(text);
  return {
    type: word?.[1] ?? "",
    nullable: word?.[2] === "?",
    required: text.includes("(required"),
  };
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll("`", '"'));
  } catch {
    return text;
  }
}

const types = "string|boolean|integer|number|[A-Z]\\w+";
const fieldStart = /(?:^|[;,:(] ?| and | has | with |only )`([a-z]\w*)`/g;
/** `{ script: string (required), wait: boolean false }` */
const inBraces = new RegExp(
  `([a-z]\\w*): (${types})(\\??)( \\(required\\))?(?: (null|true|false))?[,\\s}]`,
  "g",
);

function runningText(text: string, section: string, newerSection: boolean): InterfaceField[] {
  const braces = /`\{ script.*?\}`/.exec(text);
  if (braces !== null) {
    return [...braces[0].matchAll(inBraces)].map(
      ([, field = "", type = "", nullable, required, value]) => ({
        section,
        field,
        type,
        nullable: nullable === "?",
        required: required !== undefined,
        ...(value !== undefined && { default: valueOf(value) }),
        newer: newerSection,
      }),
    );
  }
  const starts = [...text.matchAll(fieldStart)];
  const allBoolean = /boolean, default false|booleans default false|All boolean/i.test(text);
  const before = text.slice(0, starts[0]?.index);
  const newer = newerSection || before.includes("[newer");
  const each = /each (integer) \(uint32\), required/.exec(text);
  return starts.flatMap((start, index) => {
    const tail = text.slice(start.index + start[0].length, starts[index + 1]?.index);
    const type = new RegExp(`^,? ?(${types})(\\[\\])?(\\??)`).exec(tail);
    const value = /^[^;]*?(?:default |\? |^ |boolean )(null|true|false|\[\]|`\w+`)/.exec(
      tail.slice(0, 80),
    );
    if (type === null && value === null && !allBoolean && each === null) return [];
    const field: InterfaceField = {
      section,
      field: start[1] ?? "",
      type: type === null ? (each?.[1] ?? "boolean") : `${type[1]}${type[2] ?? ""}`,
      nullable: type?.[3] === "?",
      required: each !== null || /^[^;]*\(required/.test(tail),
      ...(value === null
        ? type === null && each === null && { default: false }
        : { default: valueOf(value[1] ?? "") }),
      newer: newer || tail.startsWith(" [newer]"),
    };
    return [field];
  });
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined)
    throw new Error("Cannot list fields: give the path of the interface document");
  const rows = uniqueRows(interfaceFields(readFileSync(file, "utf8")));
  process.stdout.write(formatted("interface-fields.json", JSON.stringify(rows)));
}

/** Records that one field tells apart repeat their common fields. */
function uniqueRows(fields: readonly InterfaceField[]): InterfaceField[] {
  const rows = new Map<string, InterfaceField>();
  for (const field of fields) {
    const key = `${field.section}.${field.field}`;
    if (!rows.has(key)) rows.set(key, field);
  }
  return [...rows.values()];
}
