import { join } from "node:path";
import type * as v from "valibot";
import { windowOperationRows, type Parameter } from "../../src/contract/window/operations.ts";
import { WindowOptions } from "../../src/contract/window/options.ts";
import { windowValues } from "../../src/contract/window/values.ts";
import { nodesBelow, SourceFile } from "./source-file.ts";

// A type that is derived from a table shows no fields in its source. Its meaning is read from the
// table itself at run time, and its comments from the rows.

const made: Readonly<Record<string, () => string>> = {
  WindowOptions: () => {
    const { entries } = WindowOptions as unknown as v.StrictObjectSchema<
      v.ObjectEntries,
      undefined
    >;
    return fields(Object.entries(entries).map(fieldOf), "window/fields.ts", "windowFields");
  },
  WindowOperations: () => {
    const rows = windowOperationRows.map(([name, taken]) => ({
      name,
      text: `${name}: ${reported(taken)}`,
    }));
    return fields(rows, "window/operations.ts", "windowOperations");
  },
};

/** The TypeScript form of a type that is derived from a table; `null` for any other name. */
export function madeType(name: string): string | null {
  return Object.hasOwn(made, name) ? (made[name]?.() ?? null) : null;
}

/** A row, and its resulting field. */
interface TypeField {
  readonly name: string;
  readonly text: string;
}

function fields(rows: readonly TypeField[], file: string, table: string): string {
  const comments = commentsIn(SourceFile.read(join(contract, file)), table);
  const lines = rows.flatMap(({ name, text }) => {
    const comment = comments.get(name) ?? null;
    return [...(comment === null ? [] : [`  /**${comment}*/`]), `  ${text};`];
  });
  return `{\n${lines.join("\n")}\n}`;
}

const contract = join(import.meta.dirname, "../../src/contract");

function fieldOf([name, schema]: [string, v.GenericSchema]): TypeField {
  return { name, text: `${name}${schema.type === "nullish" ? "?" : ""}: ${typeOf(schema)}` };
}

/** The value for the ui thread: `WindowValue` of the contract. */
function reported(taken: Parameter | null): string {
  if (taken === null) return "null";
  return taken.kind === "picture" ? "Uint8Array" : typeOf(windowValues[taken.kind]);
}

function typeOf(schema: v.GenericSchema): string {
  switch (schema.type) {
    case "nullish":
    case "nullable":
      return `${typeOf((schema as v.NullableSchema<v.GenericSchema, undefined>).wrapped)} | null`;
    case "picklist":
      return (schema as v.PicklistSchema<readonly string[], undefined>).options
        .map((value) => JSON.stringify(value))
        .join(" | ");
    case "array":
      return `readonly (${typeOf((schema as v.ArraySchema<v.GenericSchema, undefined>).item)})[]`;
    case "strict_object": {
      const { entries } = schema as v.StrictObjectSchema<v.ObjectEntries, undefined>;
      return `{ ${Object.entries(entries)
        .map((entry) => fieldOf(entry as [string, v.GenericSchema]).text)
        .join("; ")} }`;
    }
    case "boolean":
    case "number":
    case "string":
      return schema.type;
    default:
      throw new Error(`Cannot write "${schema.type}" as a type: teach tools/generate/made-type.ts`);
  }
}

/** The doc comment of each row of a table. */
function commentsIn(file: SourceFile, table: string): ReadonlyMap<string, string | null> {
  const comments = new Map<string, string | null>();
  for (const { node } of file.declarations.get(table) ?? []) {
    const rows = [...nodesBelow(node)].find(({ type }) => type === "ObjectExpression");
    if (rows?.type !== "ObjectExpression") continue;
    for (const row of rows.properties)
      if (row.type === "Property")
        comments.set(file.slice(row.key, row.key), file.commentBefore(row.start));
  }
  return comments;
}
