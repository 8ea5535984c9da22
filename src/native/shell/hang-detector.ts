import { plainError } from "../../contract/errors.ts";
import { closePatience, endQuestion } from "../../contract/ui/end-question.ts";
import type { MessageRequest } from "../../contract/ui/index.ts";

/** The view of an app thread that detects whether it still handles messages. */
export interface Receiver {
  /** The number of messages sent to it. */
  readonly sent: number;
  /** Whether it has taken that many messages. */
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
 * The presses of close buttons. Windows close at the request of the app thread, and one that
 * computes forever sends none: if the user presses again while the first press still waits, a
 * dialog offers to end the app.
 */
export class HangDetector {
  readonly #options: HangDetectorOptions;
  #waiting: Press | null = null;
  #isAsking = false;

  constructor(options: HangDetectorOptions) {
    this.#options = options;
  }

  /** Handles a press that the last message reported to the app thread. */
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
      // Meanwhile the app may have continued, and knows that its window has to close.
      if (button === 0 && !receiver.hasTaken(message)) end();
    } catch (error) {
      const { code, message: reason } = plainError(error);
      // When the app continues, the window closes together with its question.
      if (code !== "not-found")
        process.stderr.write(`framework: cannot ask to end the app: ${reason}\n`);
    } finally {
      this.#isAsking = false;
      this.#waiting = null;
    }
  }
}
