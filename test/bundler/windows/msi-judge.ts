// Checks the database of an installer by its own table `_Validation`, as the tools of Windows
// Installer do: each field against the rules of its column. It shares no code with the writer. The
// categories are from the reference's "Column Data Types". A field is read as msitools reads it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../../harness/temp-dir.ts";
import { run } from "../project.ts";

interface Column {
  readonly name: string;
  /** As msitools writes it: a letter, in capitals where the field may be empty, and a size. */
  readonly type: string;
}

interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

interface Rule {
  readonly nullable: string;
  readonly least: string;
  readonly most: string;
  readonly keyTables: readonly string[];
  readonly keyColumn: number;
  readonly category: string;
  readonly set: string;
}

/** The faults in the database of an installer, a line for each field. */
export function judge(path: string): string[] {
  const database = readDatabase(path);
  const rules = new Map<string, Rule>();
  for (const row of database.tables.get("_Validation")?.rows ?? []) {
    const [
      table,
      column,
      nullable = "",
      least = "",
      most = "",
      keys = "",
      key,
      category = "",
      set = "",
    ] = row;
    const keyTables = keys === "" ? [] : keys.split(";");
    const rule = { nullable, least, most, keyTables, keyColumn: Number(key), category, set };
    rules.set(`${table}.${column}`, rule);
  }
  const problems: string[] = [];
  for (const [name, { columns, rows }] of database.tables) {
    for (const [at, column] of columns.entries()) {
      const field = `${name}.${column.name}`;
      const rule = rules.get(field);
      rules.delete(field);
      if (rule === undefined) {
        problems.push(`${field}: _Validation has no row for it`);
        continue;
      }
      const wrong = ruleProblem(rule, column);
      if (wrong !== null) problems.push(`${field}: ${wrong}`);
      for (const row of rows) {
        const value = row[at] ?? "";
        const reason = fieldProblem(value, { rule, column, row, columns, database, table: name });
        if (reason !== null)
          problems.push(`${field} of ${row[0]}: ${JSON.stringify(value)} ${reason}`);
      }
    }
  }
  return [...problems, ...[...rules.keys()].map((field) => `${field}: is in _Validation alone`)];
}

interface Database {
  readonly tables: ReadonlyMap<string, Table>;
  readonly streams: ReadonlySet<string>;
}

function readDatabase(path: string): Database {
  using folder = tempDir();
  run(["msidump", "-t", "-d", folder.path, path]);
  const tables = new Map<string, Table>();
  for (const file of readdirSync(folder.path)) {
    // These two are none of the database: properties of the file, and its code page.
    if (file === "_SummaryInformation.idt" || file === "_ForceCodepage.idt") continue;
    const text = readFileSync(join(folder.path, file), "latin1");
    const [names = [], types = [], , ...rows] = text.split("\r\n").map((line) => line.split("\t"));
    const columns = names.map((name, index) => ({ name, type: types[index] ?? "" }));
    tables.set(file.slice(0, -".idt".length), {
      columns,
      rows: rows.filter((row) => row.length === columns.length),
    });
  }
  return { tables, streams: new Set(run(["msiinfo", "streams", path]).trim().split("\n")) };
}

/** The fault of a `_Validation` row that does not fit its column. */
function ruleProblem(rule: Rule, { type }: Column): string | null {
  const letter = type.charAt(0);
  const nullable = letter === letter.toUpperCase() ? "Y" : "N";
  if (rule.nullable !== nullable)
    return `Nullable is ${rule.nullable}, and the column's type is ${type}`;
  const isNumber = letter.toLowerCase() === "i";
  const isBytes = letter.toLowerCase() === "v";
  if ((isNumber || rule.set !== "") === (rule.category !== ""))
    return `the category "${rule.category}" is not one of ${type}`;
  if (isBytes !== (rule.category === "Binary"))
    return `the category "${rule.category}" is not one of ${type}`;
  return null;
}

interface Place {
  readonly rule: Rule;
  readonly column: Column;
  readonly row: readonly string[];
  readonly columns: readonly Column[];
  readonly database: Database;
  readonly table: string;
}

function fieldProblem(value: string, place: Place): string | null {
  const { rule, column } = place;
  if (value === "") return rule.nullable === "Y" ? null : "may not be empty";
  const size = Number(column.type.slice(1));
  if (/^[sl]/i.test(column.type) && size > 0 && value.length > size)
    return `is longer than ${size}`;
  if (/^i/i.test(column.type)) {
    const number = Number(value);
    if (!Number.isInteger(number)) return "is no whole number";
    if (Math.abs(number) > (size === 2 ? 32_767 : 2_147_483_647))
      return `does not fit ${size} bytes`;
    if (rule.least !== "" && number < Number(rule.least)) return `is less than ${rule.least}`;
    if (rule.most !== "" && number > Number(rule.most)) return `is more than ${rule.most}`;
  }
  if (rule.set !== "") return rule.set.split(";").includes(value) ? null : `is none of ${rule.set}`;
  const isKey = rule.keyTables.length > 0 && isKeyOf(value, place);
  // A key of another table need not be of the category: the version of a file may be another file.
  if (isKey && rule.category === "Version") return null;
  if (rule.keyTables.length > 0 && !isKey && rule.category !== "Version")
    return `is no key of ${rule.keyTables.join(" or ")}`;
  return categoryProblem(value, place);
}

function isKeyOf(value: string, { rule, row, columns, database }: Place): boolean {
  return rule.keyTables.some((name) => {
    const found = database.tables.get(name);
    // A control is one of its dialog, which the row's first field names.
    const dialog =
      rule.keyColumn === 2 ? row[columns.findIndex((one) => /^Dialog_?$/.test(one.name))] : null;
    return found?.rows.some(
      (other) => other[rule.keyColumn - 1] === value && (dialog === null || other[0] === dialog),
    );
  });
}

const identifier = /^[A-Za-z_][\w.]*$/;
const shortName = /^[^\\?|><:/*"+,;=[\] .]{1,8}(?:\.[^\\?|><:/*"+,;=[\] .]{0,3})?$/;
const longName = /^[^\\?|><:/*"]+$/;

function categoryProblem(value: string, place: Place): string | null {
  const { rule, row, columns, database, table } = place;
  const matches = (pattern: RegExp): string | null =>
    pattern.test(value) ? null : `is no ${rule.category}`;
  switch (rule.category) {
    case "":
    case "Text":
      return null;
    case "Identifier":
      // The tables of a key are the one list of them.
      if (table === "_Validation")
        return value.split(";").every((one) => identifier.test(one)) ? null : "is no list";
      return matches(identifier);
    case "Property":
      return matches(/^%?[A-Za-z_][\w.]*$/);
    case "UpperCase":
      return matches(/^[^a-z]*$/) ?? matches(identifier);
    case "Guid":
      return matches(/^\{[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/);
    case "Version":
      return (
        matches(/^\d+(?:\.\d+){0,3}$/) ??
        (value.split(".").every((part) => +part < 65_536) ? null : "is too high")
      );
    case "Language":
      return matches(/^\d{1,5}(?:,\d{1,5})*$/);
    case "Filename":
      return fileNameProblem(value);
    case "WildCardFilename":
      return fileNameProblem(value.replaceAll(/[*?]/g, "x"));
    case "DefaultDir":
      return (
        value
          .split(":")
          .map((part) => (/^(?:\.|SourceDir)$/.test(part) ? null : fileNameProblem(part)))
          .find((one) => one !== null) ?? null
      );
    case "RegPath":
      return /^\\|\\$/.test(value)
        ? "begins or ends with a backslash"
        : formattedProblem(value, database);
    case "Formatted":
    case "Template":
      return formattedProblem(value, database);
    case "Condition":
      return conditionProblem(value);
    case "Cabinet":
      if (!value.startsWith("#")) return fileNameProblem(value);
      return database.streams.has(value.slice(1)) ? null : "is no stream of the database";
    case "Shortcut":
      if (value.startsWith("[")) return formattedProblem(value, database);
      return hasKey(database, "Feature", value) ? null : "is no feature";
    case "Binary":
      return database.streams.has(`${table}.${row[0]}`) ? null : "has no stream of the database";
    case "CustomSource":
      return sourceProblem(
        value,
        Number(row[columns.findIndex(({ name }) => name === "Type")]),
        database,
      );
    default:
      return `has the unknown category "${rule.category}"`;
  }
}

/** `short|long`, or a short name alone. */
function fileNameProblem(value: string): string | null {
  const [short = "", long] = value.split("|");
  if (!shortName.test(short)) return `has the short name "${short}", which is none`;
  return long === undefined || longName.test(long)
    ? null
    : `has the long name "${long}", which is none`;
}

/**
 * Brackets hold names of properties, of components and of files, and the name of a file must exist.
 */
function formattedProblem(value: string, database: Database): string | null {
  // An escaped bracket or brace.
  const rest = value.replaceAll(/\[\\.\]/g, "");
  let depth = 0;
  for (const [brace] of rest.matchAll(/[{}]/g)) {
    depth += brace === "{" ? 1 : -1;
    if (depth < 0) return "closes a brace that is not open";
  }
  for (const [, mark = "", name = ""] of rest.matchAll(/\[([$#!%\\]?)([^[\]]*)\]/g)) {
    if (mark === "$" && !hasKey(database, "Component", name)) return `names no component: ${name}`;
    if ((mark === "#" || mark === "!") && !hasKey(database, "File", name))
      return `names no file: ${name}`;
    if (mark === "" && !/^(?:[A-Za-z_][\w.]*|~|\d+)$/.test(name))
      return `has "[${name}]", which is no property`;
  }
  return null;
}

/**
 * Operands are properties, components and features by their signs, numbers and texts; the rest are
 * words and signs.
 */
function conditionProblem(value: string): string | null {
  const token =
    /\s*(?:(?<open>\()|(?<close>\))|(?<not>not\b)|(?<join>(?:and|or|xor|eqv|imp)\b)|(?<compare>~?(?:<>|<=|>=|><|<<|>>|[=<>]))|(?<operand>"[^"]*"|-?\d+|[%$?&!]?[A-Za-z_][\w.]*))/iy;
  let wantsOperand = true;
  let depth = 0;
  while (token.lastIndex < value.trimEnd().length) {
    const at = token.lastIndex;
    const kind = Object.entries(token.exec(value)?.groups ?? {}).find(
      ([, text]) => text !== undefined,
    )?.[0];
    const isWanted = kind === "open" || kind === "not" || kind === "operand";
    if (kind === undefined || isWanted !== wantsOperand)
      return `is no condition from "${value.slice(at)}" on`;
    if (kind === "open") depth++;
    if (kind === "close") depth--;
    if (depth < 0) return "closes a bracket that is not open";
    wantsOperand = kind !== "operand" && kind !== "close";
  }
  return wantsOperand || depth > 0 ? "is a condition without an end" : null;
}

/** The source of an action, by its type. */
function sourceProblem(value: string, type: number, database: Database): string | null {
  const where = { 0: "Binary", 16: "File", 32: "Directory", 48: "Property" }[type & 0x30] ?? "";
  if (where === "Property") return identifier.test(value) ? null : "is no property";
  return hasKey(database, where, value)
    ? null
    : `is no key of ${where}, as an action of type ${type} needs`;
}

function hasKey({ tables }: Database, table: string, key: string): boolean {
  return tables.get(table)?.rows.some(([name]) => name === key) ?? false;
}
