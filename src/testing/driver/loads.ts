import type { Line } from "../line.ts";
import { DriverError } from "./errors.ts";
import { longestTimer } from "./timeouts.ts";

interface Load {
  document: number;
  url: string;
  isLoading: boolean;
}

/** The documents of windows, and whether each is loaded. */
export class Loads {
  readonly #loads = new Map<string, Load>();
  readonly #waiting = new Set<() => void>();

  constructor(line: Line) {
    line.on("page.loaded", ({ window, document, url, stage }) => {
      const known = this.#of(window);
      if (stage === "started") Object.assign(known, { document, url, isLoading: true });
      else if (known.document === document) known.isLoading = false;
      this.#changed();
    });
    line.on("window.closed", ({ window }) => {
      this.#loads.delete(window);
      this.#changed();
    });
  }

  /** The number of a window's document. The next document has another number. */
  document(window: string): number {
    return this.#of(window).document;
  }

  /** The address that its document came from. */
  url(window: string): string {
    return this.#of(window).url;
  }

  /** @throws DriverError `timeout` */
  async finished(window: string, milliseconds: number): Promise<void> {
    await this.#until(() => !this.#of(window).isLoading, milliseconds, window);
  }

  /** Waits for another document than the one given. @throws DriverError `timeout` */
  async another(window: string, document: number, milliseconds: number): Promise<void> {
    await this.#until(() => this.#of(window).document !== document, milliseconds, window);
  }

  async #until(isThere: () => boolean, milliseconds: number, window: string): Promise<void> {
    const end = performance.now() + milliseconds;
    while (!isThere()) {
      const left = end - performance.now();
      if (left <= 0)
        throw new DriverError("timeout", `The page of window "${window}" was not loaded in time`);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      const timer = setTimeout(resolve, Math.min(left, longestTimer));
      await promise;
      clearTimeout(timer);
      this.#waiting.delete(resolve);
    }
  }

  #of(window: string): Load {
    const load = this.#loads.get(window) ?? { document: 0, url: "", isLoading: false };
    this.#loads.set(window, load);
    return load;
  }

  #changed(): void {
    for (const resume of this.#waiting) resume();
  }
}
