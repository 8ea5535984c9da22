/** Milliseconds from the first garbage until it is collected. */
export const collectionPause = 30_000;

export interface GarbageOptions {
  /** Runs a task once after a delay. */
  readonly later: (milliseconds: number, task: () => void) => void;
  readonly collect: () => void;
}

/**
 * The ui thread's garbage. Bun collects a thread's garbage in the turns of its own loop, which does
 * not run there; JavaScriptCore alone collects only after some 25 MB, which at human speed looks
 * like a leak for hours.
 */
export class Garbage {
  readonly #options: GarbageOptions;
  #isDue = false;

  constructor(options: GarbageOptions) {
    this.#options = options;
  }

  /** Work was done that leaves garbage. An idle app is not woken. */
  left(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#options.later(collectionPause, () => {
      this.#isDue = false;
      this.#options.collect();
    });
  }
}
