/**
 * What a platform does before `app.begin`, which fails if that has: earlier there is nobody to
 * tell.
 */
export class Preparation {
  #failure: unknown = null;

  /** Runs a step, unless one before it has failed. */
  step(run: () => void): void {
    try {
      if (this.#failure === null) run();
    } catch (error) {
      this.#failure = error;
    }
  }

  /** @throws what a step has failed with */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}
