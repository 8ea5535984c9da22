const minBetween = 10_000;
/** A page that survived this many milliseconds has recovered. */
const recovered = 60_000;
/**
 * After this number of consecutive loads, a page whose processes end before it has recovered is not
 * reloaded.
 */
const maxInRow = 6;

export interface ReloadsOptions {
  /** Runs a task after a delay in milliseconds; the returned function cancels it. */
  readonly later: (milliseconds: number, task: () => void) => () => void;
  /** Whether there is a page, from any load. */
  readonly isShown: () => boolean;
  /** Whether the app ends, and its pages with it. */
  readonly isEnding: () => boolean;
  readonly reload: () => void;
}

/**
 * Recovers a page whose web process ended: reloads it, at most every ten seconds, and not forever:
 * the machine may be unable to run it.
 */
export class Reloads {
  readonly #options: ReloadsOptions;
  #next = -Infinity;
  #loadsInRow = 0;
  #callOff: (() => void) | null = null;

  constructor(options: ReloadsOptions) {
    this.#options = options;
  }

  processEnded(window: string): void {
    if (this.#options.isEnding()) return;
    const now = performance.now();
    if (now - this.#next > recovered) this.#loadsInRow = 0;
    if (this.#loadsInRow === maxInRow) {
      this.close();
      process.stderr.write(
        `framework: the web process of window "${window}" ended again: its page is not loaded any more. Memory, or the ` +
          "number of processes (ulimit -u, pids.max), may be exhausted; free some, and open the window again\n",
      );
      return;
    }
    const wait = Math.max(0, this.#next - now);
    const when =
      wait === 0 ? "" : ` in ${Math.ceil(Math.round(wait) / 1000)} s, as it was not long ago`;
    process.stderr.write(
      `framework: the web process of window "${window}" ended: loading the page again${when}\n`,
    );
    this.close();
    if (wait === 0) this.#reload();
    else this.#callOff = this.#options.later(wait, () => this.#reload());
  }

  /** Loads the page at once, at the request of the app or its user. */
  loadNow(): void {
    this.close();
    this.#reload();
  }

  /** The view is closed. */
  close(): void {
    this.#callOff?.();
    this.#callOff = null;
  }

  #reload(): void {
    this.#callOff = null;
    if (this.#options.isShown()) return;
    this.#next = performance.now() + minBetween;
    this.#loadsInRow++;
    this.#options.reload();
  }
}
