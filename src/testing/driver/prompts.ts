import type { AutomationEvents } from "../../contract/automation.ts";
import type { Line } from "../line.ts";

type Prompt = AutomationEvents["prompt.opened"];

/** What scripts of pages ask by `alert`, `confirm` and `prompt`, as long as it is open. */
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

  /** Answers it; `null`: it is dismissed. */
  async answer(prompt: Prompt, text: string | null): Promise<void> {
    // Before the app confirms it, so that what comes next finds no prompt.
    this.#open.delete(prompt.window);
    await this.#line.call("prompt.answer", { prompt: prompt.prompt, text });
  }

  /**
   * Settles with what a task gives, or with `null` when a prompt of the window opens before: all
   * else in that page waits for its answer.
   */
  async before<T>(window: string, task: Promise<T>): Promise<T | null> {
    // What the task ends with is of no interest by then.
    task.catch(() => {});
    for (;;) {
      if (this.#open.has(window)) return null;
      const opened = this.#opened.promise.then(() => "opened" as const);
      const first = await Promise.race([task.then((value) => ({ value })), opened]);
      if (first !== "opened") return first.value;
    }
  }
}
