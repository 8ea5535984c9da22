import { Browser } from "./browser.ts";

interface Held {
  readonly browser: Browser;
  holders: number;
}

/** The browser processes: one for each folder of data, for as long as a host uses it. */
export class Browsers {
  readonly #held = new Map<string, Held>();
  // The browsers that still write to their folder. The next browser there has to wait for them.
  readonly #closing = new Map<string, Promise<void>>();

  /**
   * Gives the browser of a folder, which is returned by its key. `null`: a browser whose pages keep
   * nothing.
   */
  async take(
    folder: string | null,
    args: string,
  ): Promise<{ readonly key: string; readonly browser: Browser }> {
    const key = folder ?? `nowhere ${args}`;
    await this.#closing.get(key);
    let held = this.#held.get(key);
    if (held === undefined)
      this.#held.set(key, (held = { browser: new Browser(folder, args), holders: 0 }));
    held.holders++;
    return { key, browser: held.browser };
  }

  giveBack(key: string): void {
    const held = this.#held.get(key);
    // A browser whose pages keep nothing stays for the next host.
    if (held === undefined || --held.holders > 0 || !held.browser.isKept) return;
    this.#close(key, held);
  }

  #close(key: string, held: Held): void {
    this.#held.delete(key);
    const closing = held.browser.close().finally(() => this.#closing.delete(key));
    this.#closing.set(key, closing);
  }

  async close(): Promise<void> {
    for (const [key, held] of this.#held) this.#close(key, held);
    await Promise.all(this.#closing.values());
  }
}
