const leastSecondsBetween = 10;

/** What becomes of a page whose web process ends: one that ends it each time it is loaded is not loaded for ever. */
export class Reloads {
  #last = -Infinity;

  /** Whether the page is to be loaded again, which is said in the log. */
  processEnded(window: string): boolean {
    const now = performance.now() / 1000;
    const again = now - this.#last >= leastSecondsBetween;
    process.stderr.write(
      `framework: the web process of window "${window}" ended: ${again ? "loading the page again" : "not loading the page again so soon"}\n`,
    );
    if (again) this.#last = now;
    return again;
  }
}
