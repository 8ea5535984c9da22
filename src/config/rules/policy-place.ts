import { cspText, type Csp } from "../../contract/page/csp.ts";
import type { Path } from "../shape/tree.ts";

/**
 * The position of a word of a policy: the field below that of the policy, and the part of its text.
 */
interface WordPlace {
  readonly path: Path;
  readonly part: { readonly start: number; readonly length: number };
}

/** Finds the positions of words in a policy's text. */
export class PolicyPlaces {
  readonly #parts: ReturnType<typeof cspText>["parts"];

  constructor(csp: Csp) {
    this.#parts = cspText(csp).parts;
  }

  /** @param at the offset of the word in the policy's text */
  of(at: number, length: number): WordPlace {
    let low = 0;
    let high = this.#parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#parts[middle]?.start ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    const holder = this.#parts[low];
    if (holder === undefined || holder.start > at) return { path: [], part: { start: at, length } };
    return { path: holder.path, part: { start: at - holder.start, length } };
  }
}
