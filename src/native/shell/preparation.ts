/** A platform's work before `app.begin`, which reports its failure: earlier there is no caller. */
export class Preparation {
  #failure: unknown = null;

  /** Runs a step, unless an earlier one has failed. */
  step(run: () => void): void {
    try {
      if (this.#failure === null) run();
    } catch (error) {
      this.#failure = error;
    }
  }

  /** @throws the error of a failed step */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}
