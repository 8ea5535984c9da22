import * as v from "valibot";
import type { Limit } from "../limits.ts";

/** A text within a limit of characters. */
export function textUpTo({ most }: Limit) {
  return v.pipe(v.string(), v.maxLength(most, `at most ${most} characters long`));
}

/** A list within a limit of items. */
export function listUpTo<const Item extends v.GenericSchema>(item: Item, { most }: Limit) {
  return v.pipe(v.array(item), v.maxLength(most, `a list of at most ${most}`));
}
