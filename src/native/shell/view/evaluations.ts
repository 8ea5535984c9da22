import type { Documents } from "./documents.ts";
import { isPageOf } from "../../page/page-pattern.ts";

/** Scripts that a view runs together with the others of the same turn of the loop. */
export class Evaluations {
  readonly #documents: Documents;
  readonly #soon: (task: () => void) => void;
  readonly #run: (script: string) => void;
  #waiting: { readonly script: string; readonly pages: readonly string[] | null }[] = [];

  /** @param run makes the engine run a script in the current document */
  constructor(
    documents: Documents,
    soon: (task: () => void) => void,
    run: (script: string) => void,
  ) {
    this.#documents = documents;
    this.#soon = soon;
    this.#run = run;
    documents.catchUp = () => this.#runWaiting();
  }

  /** Runs a script in the page if it is one of `pages`. */
  add(script: string, pages: readonly string[] | null): void {
    this.#waiting.push({ script, pages });
    if (this.#waiting.length === 1) this.#soon(() => this.#runWaiting());
  }

  #runWaiting(): void {
    if (this.#waiting.length === 0) return;
    const { current, owner } = this.#documents;
    const origin = current?.origin ?? "";
    const scripts = this.#waiting.filter(
      (one) => one.pages === null || isPageOf(origin, one.pages),
    );
    this.#waiting = [];
    if (owner === null || scripts.length === 0) return;
    // An error in one must not stop the next.
    const guarded = scripts.map((one) => `try{${one.script}\n}catch(error){reportError(error)}`);
    this.#run(guarded.join("\n"));
  }
}
