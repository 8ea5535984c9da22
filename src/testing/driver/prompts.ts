import type { AutomationEvents } from "../../contract/automation.ts";
import type { Line } from "../line.ts";

type Prompt = AutomationEvents["prompt.opened"];

/** The open question of a page's script by `alert`, `confirm` or `prompt`. */
export class Prompts {
  readonly #line: Line;
  readonly #open = new Map<string, Prompt>();
  #opened = Promise.withResolvers<void>();

  constructor(line: Line) {
    this.#line = line;
    line.on("prompt.opened", (prompt) => {
      this.#open.set(prompt.window, prompt);
      this.#opened.resolve();
      this.#opened = Promise.withResolvers();
    });
    line.on("prompt.closed", ({ prompt }) => {
      for (const [window, open] of this.#open)
        if (open.prompt === prompt) this.#open.delete(window);
    });
  }

  of(window: string): Prompt | null {
    return this.#open.get(window) ?? null;
  }

  /** Answers a prompt. `null`: dismisses it. */
  async answer(prompt: Prompt, text: string | null): Promise<void> {
    // This comes before the app's confirmation, so that the next command finds no prompt.
    this.#open.delete(prompt.window);
    await this.#line.call("prompt.answer", { prompt: prompt.prompt, text });
  }

  /**
   * Settles with the result of a task, or with `null` if a prompt of the window opens before:
   * everything else in that page waits for its answer.
   */
  async before<T>(window: string, task: Promise<T>): Promise<T | null> {
    // The result of the task does not matter by then.
    task.catch(() => {});
    for (;;) {
      if (this.#open.has(window)) return null;
      const opened = this.#opened.promise.then(() => "opened" as const);
      const first = await Promise.race([task.then((value) => ({ value })), opened]);
      if (first !== "opened") return first.value;
    }
  }
}
