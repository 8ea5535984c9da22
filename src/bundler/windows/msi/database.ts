import { createHash } from "node:crypto";
import type { CompoundStream } from "../../write/cfb.ts";
import { checksum, type Source } from "../../write/source.ts";
import type { Codepage } from "./codepage.ts";
import { columnType, tables, validationRow, type Column, type TableName } from "./schema.ts";

// An installer's database is a compound file with a stream for each table. Fields are stored column
// by column; texts are indexes into a pool that all tables share, and rows are sorted by the
// indexes of their keys.
//
//   !_StringPool   the code page, then for each text its length and its reference count
//   !_StringData   all texts, concatenated
//   !_Tables       the names of the tables, itself a table
//   !_Columns      their columns
//   !_Validation   the permitted values of each column, an ordinary table
//
// Source: the readers libmsi of msitools and Wine; there is no reference.

export type Field = string | number | Uint8Array | null;

/** An installer's database under construction. */
export class Database {
  readonly #rows = new Map<TableName, Field[][]>();
  readonly #streams: CompoundStream[] = [];

  /**
   * Adds a row.
   * @param fields all of them, in the order of the columns
   */
  add(table: TableName, ...fields: Field[]): void {
    if (fields.length !== tables[table].length)
      throw new Error(`Cannot add to "${table}": want ${tables[table].length} fields`);
    const rows = this.#rows.get(table) ?? [];
    rows.push(fields);
    this.#rows.set(table, rows);
  }

  /** Adds a table that may stay empty. */
  ensure(table: TableName): void {
    this.#rows.set(table, this.#rows.get(table) ?? []);
  }

  /** The rows of a table, as they were added. */
  rows(table: TableName): readonly (readonly Field[])[] {
    return this.#rows.get(table) ?? [];
  }

  addStream(name: string, bytes: Source): void {
    this.#streams.push({ name: streamName(name), bytes });
  }

  /** A digest of the whole content. */
  digest(): string {
    const hash = createHash("sha256");
    const add = (text: string): void => {
      hash.update(`${text.length}:${text}`);
    };
    for (const [table, rows] of this.#rows)
      for (const row of rows)
        for (const field of [table, ...row])
          add(field instanceof Uint8Array ? checksum("sha256", field) : JSON.stringify(field));
    for (const { name, bytes } of this.#streams) add(`${name}=${checksum("sha256", bytes)}`);
    return hash.digest("hex");
  }

  /** All texts, for the choice of a code page. */
  texts(): string[] {
    return [...this.#rows.values()].flat(2).filter((field) => typeof field === "string");
  }

  /**
   * All streams of the database.
   * @throws Error naming the table in which two rows have the same key
   */
  streams(codepage: Codepage): CompoundStream[] {
    const pool = new TextPool();
    const names: TableName[] = [...this.#rows.keys(), "_Validation"];
    const rules = names.flatMap((name) =>
      tables[name].map((column) => validationRow(name, column)),
    );
    const system = new Map<TableName, Field[][]>([
      ["_Tables", names.map((name) => [name])],
      [
        "_Columns",
        names.flatMap((name) =>
          tables[name].map((column, index): Field[] => [
            name,
            index + 1,
            column.name,
            columnType(column),
          ]),
        ),
      ],
    ]);
    const all = [...system, ...this.#rows, ["_Validation", rules] as const];
    // Text indexes become wider when there are many, so all must be known before one is written.
    const numbered = all.map(([table, rows]) => ({
      table,
      rows: rows.map((row) =>
        row.map((field, index) => fieldNumber(field, tables[table][index], pool)),
      ),
    }));
    const { data, index, width } = pool.write(codepage);
    return [
      ...numbered
        .filter(({ rows }) => rows.length > 0)
        .map(({ table, rows }) => ({
          name: streamName(table, true),
          bytes: tableBytes(table, rows, width),
        })),
      ...[...this.#rows].flatMap(([table, rows]) => rows.flatMap((row) => bytesOf(table, row))),
      ...this.#streams,
      { name: streamName("_StringPool", true), bytes: index },
      { name: streamName("_StringData", true), bytes: data },
    ];
  }
}

/** Binary data is not in the table, which only marks its presence. */
function fieldNumber(field: Field, column: Column | undefined, pool: TextPool): number {
  if (field === null) return 0;
  if (typeof field === "string") return pool.numberOf(field);
  if (typeof field === "number") return field + (column?.size === 4 ? 0x80000000 : 0x8000);
  return 1;
}

function bytesOf(table: TableName, row: readonly Field[]): CompoundStream[] {
  const keys = row.filter((_, index) => tables[table][index]?.isKey);
  return row
    .filter((field) => field instanceof Uint8Array)
    .map((bytes) => ({ name: streamName([table, ...keys].join(".")), bytes }));
}

function tableBytes(table: TableName, rows: number[][], textWidth: number): Buffer {
  const columns = tables[table];
  const keys = columns.filter(({ isKey }) => isKey).length;
  const compare = (one: readonly number[], other: readonly number[]): number => {
    for (let index = 0; index < keys; index++) {
      const difference = (one[index] ?? 0) - (other[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const sorted = rows.toSorted(compare);
  for (const [index, row] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next !== undefined && compare(row, next) === 0)
      throw new Error(`Cannot write table "${table}": two rows have one key`);
  }
  return Buffer.concat(
    columns.map(({ kind, size }, index) => {
      const width = kind === "text" ? textWidth : kind === "bytes" ? 2 : size;
      const bytes = Buffer.alloc(width * sorted.length);
      for (const [at, row] of sorted.entries())
        bytes.writeUIntLE(row[index] ?? 0, at * width, width);
      return bytes;
    }),
  );
}

class TextPool {
  readonly #texts = new Map<string, { readonly number: number; uses: number }>();

  /** 0 is the empty text. */
  numberOf(text: string): number {
    if (text === "") return 0;
    const known = this.#texts.get(text) ?? { number: this.#texts.size + 1, uses: 0 };
    known.uses++;
    this.#texts.set(text, known);
    return known.number;
  }

  write({ number, encode }: Codepage): { data: Buffer; index: Buffer; width: 2 | 3 } {
    const width = this.#texts.size < 0xffff ? 2 : 3;
    const head = Buffer.alloc(4);
    head.writeUInt32LE((width === 2 ? number : number | 0x80000000) >>> 0);
    const index = [head];
    const data: Buffer[] = [];
    for (const [text, { uses }] of this.#texts) {
      const bytes = encode(text);
      const isLong = bytes.length > 0xffff;
      const entry = Buffer.alloc(isLong ? 8 : 4);
      entry.writeUInt16LE(isLong ? 0 : bytes.length, 0);
      entry.writeUInt16LE(Math.min(uses, 0xffff), 2);
      if (isLong) entry.writeUInt32LE(bytes.length, 4);
      index.push(entry);
      data.push(bytes);
    }
    return { data: Buffer.concat(data), index: Buffer.concat(index), width };
  }
}

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._";

/**
 * The name of a stream: two letters are packed into one UTF-16 unit, so that 62 fit instead of 31.
 * @throws Error when it is too long even so
 */
export function streamName(name: string, isTable = false): string {
  let packed = isTable ? "\u4840" : "";
  for (let index = 0; index < name.length; index++) {
    const first = letters.indexOf(name.charAt(index));
    const second = index + 1 < name.length ? letters.indexOf(name.charAt(index + 1)) : -1;
    if (first < 0) packed += name.charAt(index);
    else if (second < 0) packed += String.fromCharCode(0x4800 + first);
    else {
      packed += String.fromCharCode(0x3800 + first + second * 64);
      index++;
    }
  }
  if (packed.length > 31)
    throw new Error(`Cannot name a stream "${name}": it may have at most 62 letters`);
  return packed;
}
