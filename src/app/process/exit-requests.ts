import { closePatience } from "../../contract/ui/end-question.ts";
import { exitPatience } from "../../contract/ui/app.ts";
import type { Ui } from "../ui.ts";
import { within } from "./within.ts";

/**
 * The reason why the app is about to end. `last-window`: its last window has closed. `quit`: the
 * user chose "Quit" in a menu, in the Dock or by Cmd+Q. `session`: the user logs off, or the
 * machine shuts down.
 */
export type ExitReason = "last-window" | "quit" | "session";

/** The app is about to end. */
export interface ExitRequest {
  readonly reason: ExitReason;
  /** Keeps the app running. */
  readonly preventDefault: () => void;
}

export type ExitRequestHandler = (request: ExitRequest) => void | Promise<void>;

/** Runs own code's handlers before the user ends the app. */
export class ExitRequests {
  readonly #ui: Ui;
  readonly #reportError: (error: unknown) => void;
  readonly #handlers = new Set<ExitRequestHandler>();
  /** The start time of the running handlers; `null`: none runs. */
  #askedAt: number | null = null;

  /** @param reportError receives errors of handlers */
  constructor(ui: Ui, reportError: (error: unknown) => void) {
    this.#ui = ui;
    this.#reportError = reportError;
  }

  /** Adds a handler; returns a function that removes it. */
  onRequest(handler: ExitRequestHandler): () => void {
    this.#handlers.add(handler);
    this.#tell();
    return () => {
      this.#handlers.delete(handler);
      this.#tell();
    };
  }

  #tell(): void {
    this.#ui.tell("app.setAsksBeforeExit", { asks: this.#handlers.size > 0 });
  }

  /**
   * Whether no handler keeps the app running. While handlers run, a second request is refused for
   * five seconds: after that it ends the app.
   */
  async mayEnd(reason: ExitReason): Promise<boolean> {
    if (this.#handlers.size === 0) return true;
    if (this.#askedAt !== null) return performance.now() - this.#askedAt >= closePatience;
    this.#askedAt = performance.now();
    try {
      // Handlers of "Quit" may ask the user, without a time limit. The other reasons have one.
      if (reason === "quit") return await this.#ask(reason);
      return await within(exitPatience, this.#ask(reason), () => {
        process.stderr.write(
          `framework: app.onExitRequested has not settled within ${exitPatience / 1000} s: the app ends\n`,
        );
        return true;
      });
    } finally {
      this.#askedAt = null;
    }
  }

  async #ask(reason: ExitReason): Promise<boolean> {
    let isPrevented = false;
    const request: ExitRequest = {
      reason,
      preventDefault() {
        isPrevented = true;
      },
    };
    for (const handler of this.#handlers) {
      try {
        await handler(request);
      } catch (error) {
        // A failed handler does not keep the app, and the others still decide.
        this.#reportError(error);
      }
    }
    return !isPrevented;
  }
}
