const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Holds the signals that end this process, so that it can tidy up first. At the end of its scope
 * the process ends by the signal that came.
 */
export class HeldSignals implements Disposable {
  readonly #abort = new AbortController();
  #came: NodeJS.Signals | null = null;
  readonly #hold = (signal: NodeJS.Signals): void => {
    this.#came ??= signal;
    this.#abort.abort();
  };

  constructor() {
    for (const signal of signals) process.on(signal, this.#hold);
  }

  /** Aborts when a signal comes. */
  get abort(): AbortSignal {
    return this.#abort.signal;
  }

  [Symbol.dispose](): void {
    for (const signal of signals) process.off(signal, this.#hold);
    if (this.#came !== null) process.kill(process.pid, this.#came);
  }
}
