/** Milliseconds from the first thing that leaves garbage until it is collected. */
export const collectionPause = 30_000;

export interface GarbageOptions {
  /** Runs a task once after a time. */
  readonly later: (milliseconds: number, task: () => void) => void;
  readonly collect: () => void;
}

/**
 * The ui thread's garbage. Bun collects a thread's garbage in the turns of its own loop, which has
 * none there; JavaScriptCore alone collects only after some 25 MB, which at a person's pace looks
 * like a leak for hours.
 */
export class Garbage {
  readonly #options: GarbageOptions;
  #isDue = false;

  constructor(options: GarbageOptions) {
    this.#options = options;
  }

  /** Something happens that leaves some. An app in which nothing happens is not woken. */
  left(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    this.#options.later(collectionPause, () => {
      this.#isDue = false;
      this.#options.collect();
    });
  }
}
