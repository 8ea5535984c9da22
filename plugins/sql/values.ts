// The transfer of values between a page and the thread of a database:
//
//   to the database    `rows`: JSON, lists of null, finite numbers, and values that JSON cannot hold as
//                      { "integer": "9007199254740993" }, { "real": "Infinity" }, { "bytes": "<base64>" };
//                      `true` stands for the next one of `texts`, separated by NULs: a parser of JSON takes 20 times
//                      as long for many texts. A text that holds a NUL is in its row. What cannot be bound is
//                      { "refused": "a function" }, and values that are no list are a text: "an object".
//   to the page        { "rows": [{ "<column>": value, … }, …], "odd": [[row, "<column>", "9007199254740993"], …] }
//
// `odd` holds the integers beyond 2^53 and the infinite numbers, which are `null` in their rows.

/** Rows of values in transit to the database. */
export interface SentValues {
  readonly rows: string;
  readonly texts: string;
}

type SentValue =
  | null
  | string
  | number
  | true
  | { readonly integer: string }
  | { readonly real: string }
  | { readonly bytes: string }
  | { readonly refused: string };

/** Rows in transit to the page, in the form of JSON text. */
export interface SentRows {
  readonly rows: readonly Record<string, unknown>[];
  readonly odd: readonly (readonly [row: number, column: string, text: string])[];
}

/**
 * Converts any bound value of a page to its transferred form. Objects and lists become the text of
 * their JSON. Wrong values travel as a description: the app refuses them and names the database.
 */
export function sentValues(rows: readonly (readonly unknown[])[]): SentValues {
  const texts: string[] = [];
  const sent = rows.map((row) => {
    if (!Array.isArray(row)) return kindOf(row);
    const values: SentValue[] = [];
    // `Array.from` and `map` take twice as long for the few values of most rows.
    for (let index = 0; index < row.length; index++) {
      const value = (row as readonly unknown[])[index];
      const plain = typeof value === "string" ? value : sentValue(value);
      if (typeof plain !== "string" || plain.includes("\0")) values.push(plain);
      else {
        texts.push(plain);
        values.push(true);
      }
    }
    return values;
  });
  return { rows: JSON.stringify(sent), texts: texts.join("\0") };
}

function sentValue(value: unknown): Exclude<SentValue, true> {
  if (value === null || value === undefined) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return { integer: `${value}` };
  if (typeof value === "number")
    return Number.isFinite(value) ? value : Number.isNaN(value) ? null : { real: `${value}` };
  const bytes = bytesOf(value);
  if (bytes !== null) return { bytes: toBase64(bytes) };
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {
    return { refused: "an object that JSON cannot hold" };
  }
  if (json === undefined) return { refused: kindOf(value) };
  // A date is a text in JSON, and so in the database.
  const plain = JSON.parse(json) as unknown;
  return typeof plain === "string" ? plain : json;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The values do not fit the query, or cannot be bound at all. */
export class WrongValues extends Error {}

/** Values as SQLite takes them. */
export type BoundValue = null | string | number | bigint | Uint8Array;

/** @throws WrongValues */
export function boundValues({ rows, texts }: SentValues): BoundValue[][] {
  const made = JSON.parse(rows) as (SentValue[] | string)[];
  const given = texts.split("\0");
  let next = 0;
  for (const row of made) {
    if (!Array.isArray(row))
      throw new WrongValues(`values must be a list, such as ["Milk"], not ${row}`);
    for (let index = 0; index < row.length; index++) {
      const value = row[index];
      if (value === true) row[index] = given[next++] as string;
      // As a number it would be bound as 7.0.
      else if (Number.isSafeInteger(value)) (row as BoundValue[])[index] = BigInt(value as number);
      else if (typeof value === "object" && value !== null)
        (row as BoundValue[])[index] = boundObject(value, index);
    }
  }
  return made as BoundValue[][];
}

function boundObject(value: SentValue & object, index: number): BoundValue {
  if ("refused" in value)
    throw new WrongValues(
      `the value of parameter ${index + 1} must be a value of SQL or JSON, not ${value.refused}`,
    );
  if ("integer" in value) return BigInt(value.integer);
  return "real" in value ? Number(value.real) : Uint8Array.fromBase64(value.bytes);
}

/** Puts values that their JSON could not hold into rows. */
export function receivedRows({ rows, odd }: SentRows): Record<string, unknown>[] {
  for (const [row, column, text] of odd) {
    const value = text.endsWith("y") ? Number(text) : BigInt(text);
    // A column may have any name, even "__proto__".
    Object.defineProperty(rows[row], column, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return rows as Record<string, unknown>[];
}

function bytesOf(value: unknown): Uint8Array | null {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (!ArrayBuffer.isView(value)) return null;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 8192)
    text += String.fromCharCode(...bytes.subarray(index, index + 8192));
  return btoa(text);
}
