import { problem, type Problem } from "./problem.ts";

/** The number of errors, and of warnings, that a person reads. */
export const maxProblems = 100;

/**
 * Problems of which only the first are built, and the others counted: each may cost a search for
 * suggestions.
 */
export class ProblemList {
  readonly #most: number;
  readonly #made: Problem[] = [];
  #count = 0;

  constructor(most = maxProblems) {
    this.#most = most;
  }

  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#made.length >= this.#most;
  }

  /** @param make `null`: there is no problem after all */
  add(make: () => Problem | null): void {
    if (this.isFull) {
      this.#count += 1;
      return;
    }
    const made = make();
    if (made === null) return;
    this.#made.push(made);
    this.#count += 1;
  }

  /** The first problems, and one that stands for the others. */
  toArray(): readonly Problem[] {
    return [...this.#made, ...others(this.#count - this.#made.length)];
  }
}

/**
 * The first of some problems, and one that stands for the others, including those that earlier ones
 * stood for.
 */
export function firstProblems(problems: readonly Problem[], most = maxProblems): Problem[] {
  const single = problems.filter(({ code }) => code !== "more");
  const shown = single.slice(0, most);
  return [...shown, ...others(countOf(problems) - shown.length)];
}

/** The number of problems, including those that were only counted. */
export function countOf(problems: readonly Problem[]): number {
  return problems.reduce((sum, { count }) => sum + count, 0);
}

function others(count: number): Problem[] {
  if (count <= 0) return [];
  const message = count === 1 ? "and one more" : `and ${count} more`;
  return [problem({ code: "more", message, count })];
}
