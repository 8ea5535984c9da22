import { describeError, isEnding } from "../process/uncaught.ts";
import { within } from "../process/within.ts";

/** An error that nothing has caught. */
export interface UncaughtError {
  /**
   * The thrown value. For a page it is an `Error` with the name, message and stack that the page
   * reported.
   */
  readonly error: unknown;
  /**
   * `code`: the app's own code. `page`: a script of a page, which continues regardless of the
   * handler.
   */
  readonly source: "code" | "page";
  /** The label of the page's window; `null` for own code. */
  readonly window: string | null;
  /** Keeps the app running after an error of own code. */
  readonly preventDefault: () => void;
}

export type ErrorHandler = (uncaught: UncaughtError) => void | Promise<void>;

/** The total time for handlers, in milliseconds, before the app continues to its end. */
const patience = 3000;
/**
 * The number of errors that are still written to standard error after the one that ends the app.
 */
const maxAfterwards = 20;

/** The uncaught errors of the app: handlers run first, then the default. */
export class AppErrors {
  readonly #handlers = new Set<ErrorHandler>();
  #hasFailed = false;
  /** The handlers of all errors of own code so far. */
  #asked = Promise.resolve();
  #afterwards = 0;
  /** The default for an error of own code that no handler prevents. Runs once. */
  byDefault: (error: unknown) => void;

  constructor(byDefault: (error: unknown) => void) {
    this.byDefault = byDefault;
  }

  /** Whether there is a handler, so that pages have to report. */
  get isWatched(): boolean {
    return this.#handlers.size > 0;
  }

  /** Adds a handler; returns a function that removes it. */
  onError(handler: ErrorHandler): () => void {
    this.#handlers.add(handler);
    return () => void this.#handlers.delete(handler);
  }

  /** Takes an uncaught error of own code. */
  codeFailed(error: unknown): void {
    if (isEnding(error)) return;
    if (this.#hasFailed) {
      if (this.#afterwards++ < maxAfterwards) write(error);
      return;
    }
    write(error);
    const earlier = this.#asked;
    this.#asked = this.#ask({ error, source: "code", window: null }).then(() => earlier);
  }

  /** Whether an error of own code ends the app, once its handlers have decided. */
  async endsApp(): Promise<boolean> {
    await this.#asked;
    return this.#hasFailed;
  }

  /** Takes an uncaught error of a page. */
  pageFailed(window: string, error: Error): void {
    if (!this.#hasFailed) void this.#ask({ error, source: "page", window });
  }

  async #ask(given: Omit<UncaughtError, "preventDefault">): Promise<void> {
    let isPrevented = given.source === "page";
    const uncaught: UncaughtError = {
      ...given,
      preventDefault() {
        isPrevented = true;
      },
    };
    try {
      const waiting = [...this.#handlers].map((handler) => handler(uncaught)).filter(isPromise);
      // Without a promise the default follows the error immediately.
      if (waiting.length > 0) await within<unknown>(patience, Promise.all(waiting), () => null);
    } catch (cause) {
      if (isEnding(cause)) return;
      process.stderr.write("framework: a handler of app.onError failed:\n");
      write(cause);
      // An error of own code that ends the app takes precedence: it came first.
      return this.#fail(given.source === "code" ? given.error : cause);
    }
    if (!isPrevented) this.#fail(given.error);
  }

  #fail(error: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.byDefault(error);
  }
}

function write(error: unknown): void {
  process.stderr.write(`${describeError(error)}\n`);
}

function isPromise(value: unknown): value is Promise<void> {
  return value instanceof Promise;
}
