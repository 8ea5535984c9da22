import { join } from "node:path";
import type * as v from "valibot";
import { WindowOptions } from "../../src/contract/window/options.ts";
import { nodesBelow, SourceFile } from "./source-file.ts";

// A schema that is made from a table shows no fields in its source. What it stands for is read from the schema itself,
// and its comments from the rows of the table.

/** One table, and the schema of all its rows. */
interface Made {
  readonly schema: v.GenericSchema;
  readonly file: string;
  readonly table: string;
}

const made: Readonly<Record<string, Made>> = {
  WindowOptions: { schema: WindowOptions, file: "window/fields.ts", table: "windowFields" },
};

const contract = join(import.meta.dirname, "../../src/contract");

/** The type of a schema that is made from a table, as TypeScript; `null` for any other name. */
export function madeType(name: string): string | null {
  const found = made[name];
  if (found === undefined) return null;
  const comments = commentsIn(SourceFile.read(join(contract, found.file)), found.table);
  const { entries } = found.schema as v.StrictObjectSchema<v.ObjectEntries, undefined>;
  const fields = Object.entries(entries).flatMap(([field, schema]) => {
    const comment = comments.get(field) ?? null;
    return [
      ...(comment === null ? [] : [`  /**${comment}*/`]),
      `  ${field}${schema.type === "nullish" ? "?" : ""}: ${typeOf(schema)};`,
    ];
  });
  return `{\n${fields.join("\n")}\n}`;
}

function typeOf(schema: v.GenericSchema): string {
  switch (schema.type) {
    case "nullish":
      return `${typeOf((schema as v.NullishSchema<v.GenericSchema, undefined>).wrapped)} | null`;
    case "picklist":
      return (schema as v.PicklistSchema<readonly string[], undefined>).options
        .map((value) => JSON.stringify(value))
        .join(" | ");
    case "boolean":
    case "number":
    case "string":
      return schema.type;
    default:
      throw new Error(`Cannot write "${schema.type}" as a type: teach tools/generate/made-schema.ts`);
  }
}

/** The doc comment of each row of a table. */
function commentsIn(file: SourceFile, table: string): ReadonlyMap<string, string | null> {
  const comments = new Map<string, string | null>();
  for (const { node } of file.declarations.get(table) ?? []) {
    const rows = [...nodesBelow(node)].find(({ type }) => type === "ObjectExpression");
    if (rows?.type !== "ObjectExpression") continue;
    for (const row of rows.properties)
      if (row.type === "Property") comments.set(file.slice(row.key, row.key), file.commentBefore(row.start));
  }
  return comments;
}
