import type { ResolvedConfig } from "../../../config/index.ts";
import type { Path } from "../../../config/shape/tree.ts";

export type Allowlist = ResolvedConfig["framework"]["allowlist"];
/** A value of the allowlist as it is written. */
export type Value = string | boolean | readonly Value[] | { readonly [key: string]: Value };

/** One change. `path` is below `framework.allowlist`, or for flags of plugins below `plugins`. */
export type Change = (
  | { readonly do: "remove"; readonly path: Path }
  | { readonly do: "set"; readonly path: Path; readonly value: Value }
  /** Replaces one item of a list by others, or removes it. */
  | { readonly do: "replace"; readonly path: Path; readonly items: readonly string[] }
) & { readonly why: readonly string[] };

/** The possible reductions of an allowlist, according to its uses. */
export interface Proposal {
  readonly changes: readonly Change[];
  /** The values that stay although they could be narrower, with the reason. */
  readonly kept: readonly string[];
}

/** Several proposals as one, in their order. */
export function joined(parts: readonly Proposal[]): Proposal {
  return {
    changes: parts.flatMap(({ changes }) => changes),
    kept: parts.flatMap(({ kept }) => kept),
  };
}
