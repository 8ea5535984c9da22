const leastBetween = 10_000;

export interface ReloadsOptions {
  /** Runs a task after so many milliseconds, unless what it returns calls it off. */
  readonly later: (milliseconds: number, task: () => void) => () => void;
  /** Whether there is a page, by whatever way it came. */
  readonly isShown: () => boolean;
  readonly reload: () => void;
}

/** What becomes of a page whose web process ends: it is loaded again, every ten seconds where it ends each time. */
export class Reloads {
  readonly #options: ReloadsOptions;
  #next = -Infinity;
  #callOff: (() => void) | null = null;

  constructor(options: ReloadsOptions) {
    this.#options = options;
  }

  processEnded(window: string): void {
    const wait = Math.max(0, this.#next - performance.now());
    const when = wait === 0 ? "" : ` in ${Math.ceil(wait / 1000)} s, as it was not long ago`;
    process.stderr.write(
      `framework: the web process of window "${window}" ended: loading the page again${when}\n`,
    );
    this.close();
    if (wait === 0) this.#reload();
    else this.#callOff = this.#options.later(wait, () => this.#reload());
  }

  /** The view has gone. */
  close(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #reload(): void {
    this.#callOff = null;
    if (this.#options.isShown()) return;
    this.#next = performance.now() + leastBetween;
    this.#options.reload();
  }
}
