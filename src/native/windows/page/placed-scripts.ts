import { wideTextAt, wide } from "../wide-text.ts";
import type { ObjectOf } from "../com/client.ts";
import type { ICoreWebView2 } from "../lib/webview2.ts";
import { completion, tolerate } from "./handlers.ts";

/** Scripts that a view runs at the start of each document. */
export class PlacedScripts {
  readonly #page: ObjectOf<typeof ICoreWebView2>;
  #names: Promise<readonly string[]> = Promise.resolve([]);

  constructor(page: ObjectOf<typeof ICoreWebView2>) {
    this.#page = page;
  }

  /** Replaces them, one replacement after the other. Settles when the engine has them. */
  async replace(sources: readonly string[]): Promise<void> {
    const former = this.#names;
    const replace = async (): Promise<readonly string[]> => {
      const names = await former;
      // Both in one turn, so that a new document gets exactly one of them, except for an instant.
      for (const name of names)
        tolerate("taking a script back", () =>
          this.#page.RemoveScriptToExecuteOnDocumentCreated(wide(name)),
        );
      return Promise.all(sources.map((source) => this.#place(source)));
    };
    this.#names = replace();
    await this.#names;
  }

  #place(source: string): Promise<string> {
    return completion(
      "AddScriptToExecuteOnDocumentCreated",
      (handler) => this.#page.AddScriptToExecuteOnDocumentCreated(wide(source), handler),
      (name) => (name === null ? "" : wideTextAt(name)),
    );
  }
}
