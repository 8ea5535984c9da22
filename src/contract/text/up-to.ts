import * as v from "valibot";
import type { Limit } from "../limits.ts";

/** A text of no more characters than a limit says. */
export function textUpTo({ most }: Limit) {
  return v.pipe(v.string(), v.maxLength(most, `at most ${most} characters long`));
}

/** A list of no more than a limit says. */
export function listUpTo<const Item extends v.GenericSchema>(item: Item, { most }: Limit) {
  return v.pipe(v.array(item), v.maxLength(most, `a list of at most ${most}`));
}
