import { plainError } from "../../contract/errors.ts";
import { closePatience, endQuestion } from "../../contract/ui/end-question.ts";
import type { MessageRequest } from "../../contract/ui/index.ts";

/** An app thread, as far as it can be told whether it still takes what it is told. */
export interface Receiver {
  /** How many messages it was sent. */
  readonly sent: number;
  /** Whether it took so many of them. */
  hasTaken(count: number): boolean;
}

interface Press {
  readonly receiver: Receiver;
  /** The number of its message. */
  readonly message: number;
  readonly at: number;
}

export interface HangDetectorOptions {
  /** Shows a message dialog; settles with the button. */
  readonly ask: (question: MessageRequest) => number | Promise<number>;
  /** Ends the app. */
  readonly end: () => void;
}

/**
 * The presses of close buttons. Windows close when the app thread says so, and one that computes
 * for ever says nothing: who presses again while the first press still waits to be taken is asked
 * whether to end the app.
 */
export class HangDetector {
  readonly #options: HangDetectorOptions;
  #waiting: Press | null = null;
  #isAsking = false;

  constructor(options: HangDetectorOptions) {
    this.#options = options;
  }

  /** Takes one of which the app thread was told by its last message. */
  pressed(window: string, appName: string, receiver: Receiver): void {
    const now = performance.now();
    const first = this.#waiting;
    if (first === null || first.receiver !== receiver || receiver.hasTaken(first.message))
      this.#waiting = { receiver, message: receiver.sent, at: now };
    else if (now - first.at >= closePatience && !this.#isAsking)
      void this.#ask(endQuestion(window, appName, "The app"), first);
  }

  async #ask(question: MessageRequest, { receiver, message }: Press): Promise<void> {
    const { ask, end } = this.#options;
    this.#isAsking = true;
    try {
      const button = await ask(question);
      // Meanwhile the app may have gone on, and knows that its window is to close.
      if (button === 0 && !receiver.hasTaken(message)) end();
    } catch (error) {
      const { code, message: reason } = plainError(error);
      // When the app goes on, the window goes away under its question.
      if (code !== "not-found")
        process.stderr.write(`framework: cannot ask to end the app: ${reason}\n`);
    } finally {
      this.#isAsking = false;
      this.#waiting = null;
    }
  }
}
