import { cspText, type Csp } from "../../contract/page/csp.ts";
import type { Path } from "../shape/tree.ts";

/** Where a word of a policy's text is written: the field below that of the policy, and the part of its text. */
export function placeIn(
  csp: Csp,
  at: number,
  length: number,
): { readonly path: Path; readonly part: { readonly start: number; readonly length: number } } {
  const holder = cspText(csp).parts.findLast(({ start }) => start <= at);
  return { path: holder?.path ?? [], part: { start: at - (holder?.start ?? 0), length } };
}
