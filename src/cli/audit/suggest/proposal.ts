import type { ResolvedConfig } from "../../../config/index.ts";
import type { Path } from "../../../config/shape/tree.ts";

export type Allowlist = ResolvedConfig["framework"]["allowlist"];
/** A value of the allowlist as it is written. */
export type Value = string | boolean | readonly Value[] | { readonly [key: string]: Value };

/** One change to the allowlist. `path` is below `framework.allowlist`. */
export type Change = (
  | { readonly do: "remove"; readonly path: Path }
  | { readonly do: "set"; readonly path: Path; readonly value: Value }
  /** One item of a list gives way to others, or to none. */
  | { readonly do: "replace"; readonly path: Path; readonly items: readonly string[] }
) & { readonly why: readonly string[] };

/** What can be left out of an allowlist, by what was used of it. */
export interface Proposal {
  readonly changes: readonly Change[];
  /** What is left as it is though it could be narrower, and why. */
  readonly kept: readonly string[];
}
