import * as v from "valibot";
import { limits } from "../limits.ts";
import { textUpTo } from "../text/up-to.ts";
import {
  windowFieldRows,
  type FieldValue,
  type WindowField,
  type WindowFieldName,
  type WindowFieldTable,
} from "./fields.ts";
import { colour, finite, length } from "./window.ts";

/** The values that a page may write for a row: a choice also with a small letter. */
type Written<Row> = Row extends { readonly kind: "choice" }
  ? FieldValue<Row> | Uncapitalize<FieldValue<Row> & string>
  : FieldValue<Row>;

/** The options of a new window: the fields of `framework.windows`, each of them optional. */
export type WindowOptions = {
  -readonly [
    N in WindowFieldName as WindowFieldTable[N] extends { readonly isForPages: false } ? never : N
  ]?: Written<WindowFieldTable[N]> | null | undefined;
};

const schemas = {
  flag: v.boolean(),
  number: finite,
  length,
  text: v.string(),
  address: textUpTo(limits.address),
  colour,
} as const;

function schemaOf(row: WindowField) {
  if (row.kind === "choices")
    return v.pipe(v.array(v.picklist(row.values)), v.maxLength(row.values.length));
  if (row.kind !== "choice") return schemas[row.kind];
  const small = row.values.map((value) => value.charAt(0).toLowerCase() + value.slice(1));
  return v.picklist([...small, ...row.values]);
}

export const WindowOptions: v.GenericSchema<WindowOptions> = v.strictObject(
  Object.fromEntries(
    windowFieldRows
      .filter(([, row]) => row.isForPages !== false)
      .map(([name, row]) => [name, v.nullish(schemaOf(row))]),
  ),
);
