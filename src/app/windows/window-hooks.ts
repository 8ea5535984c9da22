import type { CrashReason, Recovery } from "../../contract/ui/index.ts";

/**
 * A window that is about to close: by its close button, or by `close()` of a page or of the app.
 */
export interface CloseRequest {
  /** The label of the window. */
  readonly window: string;
  /** Keeps the window open. Its page is not asked then. */
  preventDefault(): void;
}

/** A page that was loaded into a window: one of the app, or any other. */
export interface PageLoad {
  /** The label of the window. */
  readonly window: string;
  /**
   * The loaded address. Later changes by the page itself, as with `history.pushState`, are not
   * reported.
   */
  readonly url: string;
  /**
   * `started`: its document replaces the last one. `finished`: everything in it has arrived, or
   * failed to. A page that is left before that never finishes. A page that cannot be loaded is
   * reported like any other.
   */
  readonly stage: "started" | "finished";
}

/**
 * A page whose web process has ended: it has crashed, was killed, or ran out of memory. Its window
 * is empty.
 */
export interface PageCrash {
  /** The label of the window. */
  readonly window: string;
  /**
   * As far as the engine reports it. macOS always reports `crashed`; WebKitGTK reports a killed
   * process as crashed.
   */
  readonly reason: CrashReason;
  /**
   * Leaves the window empty until `reload` is called. Call it before the handler waits for
   * anything.
   */
  readonly preventDefault: () => void;
  /** Reloads the page at once. */
  readonly reload: () => void;
}

export type CrashHandler = (crash: PageCrash) => void | Promise<void>;
export type CloseHandler = (request: CloseRequest) => void | Promise<void>;
export type LoadHandler = (load: PageLoad) => void;

/** The handlers of own code for its windows. */
export class WindowHooks {
  readonly #reportError: (error: unknown) => void;
  readonly #closeHandlers = new Set<CloseHandler>();
  readonly #loadHandlers = new Set<LoadHandler>();
  readonly #crashHandlers = new Set<CrashHandler>();
  // Windows whose handlers have yet to answer.
  readonly #asking = new Set<string>();

  /** @param reportError receives errors of handlers */
  constructor(reportError: (error: unknown) => void) {
    this.#reportError = reportError;
  }

  /** Adds a handler that runs before a window closes; returns a function that removes it. */
  onCloseRequested(handler: CloseHandler): () => void {
    this.#closeHandlers.add(handler);
    return () => void this.#closeHandlers.delete(handler);
  }

  /** Adds a handler for each loaded page; returns a function that removes it. */
  onPageLoad(handler: LoadHandler): () => void {
    this.#loadHandlers.add(handler);
    return () => void this.#loadHandlers.delete(handler);
  }

  /** Whether no handler keeps the window open. While handlers run, a second request is refused. */
  async mayClose(window: string): Promise<boolean> {
    if (this.#asking.has(window)) return false;
    this.#asking.add(window);
    let isPrevented = false;
    const request: CloseRequest = {
      window,
      preventDefault() {
        isPrevented = true;
      },
    };
    for (const handler of this.#closeHandlers) {
      try {
        await handler(request);
      } catch (error) {
        // As in a page, a failed handler does not lock the window, and the others still decide.
        this.#reportError(error);
      }
    }
    this.#asking.delete(window);
    return !isPrevented;
  }

  /**
   * Adds a handler for each page whose web process has ended; returns a function that removes it.
   */
  onPageCrashed(handler: CrashHandler): () => void {
    this.#crashHandlers.add(handler);
    return () => void this.#crashHandlers.delete(handler);
  }

  /** @param recover applies the handlers' decision to the page */
  pageCrashed(
    { window, reason }: Pick<PageCrash, "window" | "reason">,
    recover: (how: Recovery) => void,
  ): void {
    let isPrevented = false;
    const crash: PageCrash = {
      window,
      reason,
      preventDefault() {
        isPrevented = true;
      },
      reload: () => recover("now"),
    };
    for (const handler of this.#crashHandlers) {
      try {
        Promise.resolve(handler(crash)).catch(this.#reportError);
      } catch (error) {
        this.#reportError(error);
      }
    }
    recover(isPrevented ? "leave" : "by-default");
  }

  pageLoaded(load: PageLoad): void {
    for (const handler of this.#loadHandlers) {
      try {
        handler(load);
      } catch (error) {
        this.#reportError(error);
      }
    }
  }
}
