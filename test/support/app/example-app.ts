import type { Node } from "../../../harness/accessibility.ts";
import type { Session } from "../../../harness/display.ts";
import { fillField } from "../../../harness/page-field.ts";
import type { RunningApp } from "../../../harness/running-app.ts";
import { waitFor } from "../../../harness/wait.ts";
import { press, windows, windowTitled } from "../../../harness/x.ts";

/**
 * An example that runs, used as a screen reader's user would: buttons and fields on its page, and
 * answers below them.
 */
export class ExampleApp implements AsyncDisposable {
  readonly session: Session;
  readonly running: RunningApp;
  /** The page's own report. */
  readonly tree: Node;
  readonly #title: string;
  readonly #held: AsyncDisposableStack;

  constructor(
    session: Session,
    running: RunningApp,
    { title, tree }: { readonly title: string; readonly tree: Node },
    held: AsyncDisposableStack,
  ) {
    this.session = session;
    this.running = running;
    this.tree = tree;
    this.#title = title;
    this.#held = held;
  }

  /** Opens the page of a module. */
  async open(module: string): Promise<void> {
    await (await this.tree.find({ role: "link", name: module })).press();
    await this.tree.find({ role: "heading", name: module });
    await this.press("Clear");
    await this.tree.findNone({ role: "list item", text: /\(/ });
  }

  /** The window of its own. */
  async window(): Promise<number> {
    return (await windowTitled(this.session, this.#title)).id;
  }

  /** The titles of all windows on the screen. */
  async titles(): Promise<readonly string[]> {
    return (await windows(this.session)).map(({ title }) => title);
  }

  /** Presses CommandOrControl+Alt+9. */
  async pressShortcut(): Promise<void> {
    await press(this.session, await this.window(), "ctrl+alt+9");
  }

  /** Writes into a field, in place of what was in it. */
  async fill(field: string, text: string): Promise<void> {
    const entry = await this.tree.find({ role: "entry", name: field, states: ["visible"] });
    await fillField(this.session, await this.window(), entry, text);
  }

  async press(button: string): Promise<void> {
    await (
      await this.tree.find({ role: "push button", name: button, states: ["visible"] })
    ).press();
  }

  /** The text below the entries that begin with these words, the newest first. */
  async answers(words: string): Promise<readonly string[]> {
    const entries = await this.tree.findAll({ role: "list item", states: ["visible"] });
    const texts = await Promise.all(entries.map((entry) => entry.text()));
    return texts.filter((text) => text.startsWith(words)).map((text) => text.split("\n")[1] ?? "");
  }

  /**
   * The newest of them.
   *
   * @param earlier the number of earlier ones
   */
  async answer(words: string, earlier = 0): Promise<string> {
    return waitFor(
      `an answer of ${words}`,
      async () => {
        const answers = await this.answers(words);
        return answers.length > earlier ? answers[0] || null : null;
      },
      { state: async () => `${await this.tree.describe(12)}\n${this.running.report()}` },
    );
  }

  async run(name: string): Promise<string> {
    await this.press(`Run ${name}`);
    return await this.answer(`${name}(`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#held.disposeAsync();
  }
}
