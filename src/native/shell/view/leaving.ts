import { plainError } from "../../../contract/errors.ts";
import { leavePatience } from "../../../contract/ui/leave-question.ts";

export interface LeavingOptions {
  /** Runs `task` once after a delay. The returned function cancels it. */
  readonly later: (milliseconds: number, task: () => void) => () => void;
  /** The label of the window, for standard error. */
  readonly window: () => string;
}

/** Decides whether the page of a view may be left, by its answer to `beforeunload`. */
export class Leaving {
  readonly #options: LeavingOptions;
  #settle: ((mayLeave: boolean) => void) | null = null;
  #callOff: (() => void) | null = null;
  #questions = 0;

  constructor(options: LeavingOptions) {
    this.#options = options;
  }

  /**
   * Settles with whether the page may be left; `false` while another question is pending.
   *
   * @param ask makes the engine ask the page
   */
  begin(ask: () => void): Promise<boolean> {
    if (this.#settle !== null) return Promise.resolve(false);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#settle = resolve;
    this.#await();
    ask();
    return promise;
  }

  /**
   * Like `begin`, with a script.
   *
   * @param ask runs it; settles with whether the user has to be asked
   * @param question asks the user; settles with whether the page may be left
   */
  beginByScript(ask: () => Promise<boolean>, question: () => Promise<boolean>): Promise<boolean> {
    return this.begin(() => void this.#askByScript(ask, question));
  }

  async #askByScript(ask: () => Promise<boolean>, question: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await ask())) return this.settle(true);
      // Settled meanwhile: the page took too long, or was closed.
      if (this.#settle === null) return;
      this.#stopWaiting();
      this.settle(await question());
    } catch (error) {
      const { code, message } = plainError(error);
      // A window closes together with its question.
      if (code !== "not-found")
        process.stderr.write(`framework: cannot ask whether to close a window: ${message}\n`);
      this.settle(true);
    }
  }

  /** A question to the user is shown: because the page was asked, or navigates by itself. */
  questionShown(): void {
    this.#questions++;
    this.#stopWaiting();
  }

  /** A page that is left may still ask in another of its frames. */
  questionAnswered(leaves: boolean): void {
    this.#questions--;
    if (leaves) this.#await();
    else this.settle(false);
  }

  /** The page has answered, or was closed. */
  settle(mayLeave: boolean): void {
    this.#stopWaiting();
    const settle = this.#settle;
    this.#settle = null;
    settle?.(mayLeave);
  }

  #await(): void {
    if (this.#settle === null || this.#questions > 0) return;
    this.#callOff = this.#options.later(leavePatience, () => {
      const seconds = leavePatience / 1000;
      process.stderr.write(
        `framework: the page of window "${this.#options.window()}" did not say within ${seconds} s whether it may close: it closes\n`,
      );
      this.settle(true);
    });
  }

  #stopWaiting(): void {
    this.#callOff?.();
    this.#callOff = null;
  }
}
