import type { LifeMessage, ToApp } from "../../contract/page/message.ts";
import type { Receiver } from "./hang-detector.ts";

/**
 * Milliseconds: longer than the limit of exit hooks, shorter than the time that Windows and macOS
 * give an app at the end of a session.
 */
export const endPatience = 4000;

/** The exit code of an app that was ended because its own code did not return, as in timeout(1). */
export const overdueCode = 124;

export interface EndLimitOptions {
  /** Runs a task once after a delay. */
  readonly later: (milliseconds: number, task: () => void) => void;
  /** Ends the process, regardless of the app thread. */
  readonly end: (code: number) => void;
}

/**
 * The time that an app has to end. The app thread runs the exit hooks and requests the end, unless
 * the app's own code blocks it: in a loop, in `Atomics.wait`, in a blocking call. Then the ui
 * thread ends the process.
 */
export class EndLimit {
  readonly #options: EndLimitOptions;
  readonly #windows = new Set<string>();
  #staysWithoutWindows = false;
  #hasBegun = false;
  #hasEnded = false;

  constructor(options: EndLimitOptions) {
    this.#options = options;
  }

  /** Handles a lifecycle message of the app thread. */
  received(message: LifeMessage): void {
    if (message === "ending") this.#begin();
    else this.#staysWithoutWindows = message === "stays without windows";
  }

  /** Records a window that the app thread opens. */
  opened(window: string): void {
    this.#windows.add(window);
  }

  /**
   * Records an event that the last message reported to the app thread.
   *
   * @param isCurrent whether this is still the app thread: in development another one may replace
   * it
   */
  happened(
    message: ToApp & { readonly kind: "event" },
    receiver: Receiver,
    isCurrent: () => boolean,
  ): void {
    if (message.event === "app.terminate") return this.#begin();
    if (message.event === "window.closed") this.#windows.delete(message.payload.window);
    else if (message.event !== "window.closeRequested" && message.event !== "app.exitRequested")
      return;
    const window = "window" in message.payload ? message.payload.window : null;
    const endsApp = (): boolean =>
      window === null ||
      (!this.#staysWithoutWindows && [...this.#windows].every((each) => each === window));
    if (!endsApp()) return;
    // The code that handles the event decides, without a time limit.
    const { sent } = receiver;
    this.#options.later(endPatience, () => {
      if (!receiver.hasTaken(sent) && isCurrent() && endsApp()) this.#end();
    });
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#options.later(endPatience, () => this.#end());
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const seconds = endPatience / 1000;
    process.stderr.write(
      `framework: ended: the app's own code did not return within ${seconds} s\n`,
    );
    this.#options.end(overdueCode);
  }
}
