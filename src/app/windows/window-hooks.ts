import type { CrashReason, Recovery } from "../../contract/ui/index.ts";

/**
 * A window that is about to close: by its close button, or by `close()` of a page or of the app.
 */
export interface CloseRequest {
  /** The label of the window. */
  readonly window: string;
  /** Keeps the window open. Its page is not asked, then. */
  preventDefault(): void;
}

/** Something that was loaded into a window: a page of the app, or whatever it went to. */
export interface PageLoad {
  /** The label of the window. */
  readonly window: string;
  /**
   * The address that was loaded. What a page makes of it by itself, as with `history.pushState`, is
   * not told.
   */
  readonly url: string;
  /**
   * `started`: its document takes the place of the last one. `finished`: everything in it has
   * arrived, or failed to. A page that is left before that never finishes. One that cannot be
   * loaded is told like any other.
   */
  readonly stage: "started" | "finished";
}

/**
 * A page whose web process has ended: it has crashed, was killed, or had no memory left. Its window
 * is empty.
 */
export interface PageCrash {
  /** The label of the window. */
  readonly window: string;
  /**
   * As far as the engine tells it. macOS always says `crashed`; WebKitGTK takes a killed process
   * for a crashed one.
   */
  readonly reason: CrashReason;
  /**
   * Leaves the window empty until `reload` is called. To be called before the handler waits for
   * anything.
   */
  readonly preventDefault: () => void;
  /** Loads the page again at once. */
  readonly reload: () => void;
}

export type CrashHandler = (crash: PageCrash) => void | Promise<void>;
export type CloseHandler = (request: CloseRequest) => void | Promise<void>;
export type LoadHandler = (load: PageLoad) => void;

/** What the app's own code is asked and told about its windows. */
export class WindowHooks {
  readonly #reportError: (error: unknown) => void;
  readonly #closeHandlers = new Set<CloseHandler>();
  readonly #loadHandlers = new Set<LoadHandler>();
  readonly #crashHandlers = new Set<CrashHandler>();
  // Windows about which handlers have yet to answer.
  readonly #asking = new Set<string>();

  /** @param reportError gets what a handler throws */
  constructor(reportError: (error: unknown) => void) {
    this.#reportError = reportError;
  }

  /** Asks before a window closes; returns what ends it. */
  onCloseRequested(handler: CloseHandler): () => void {
    this.#closeHandlers.add(handler);
    return () => void this.#closeHandlers.delete(handler);
  }

  /** Tells of each page that is loaded; returns what ends it. */
  onPageLoad(handler: LoadHandler): () => void {
    this.#loadHandlers.add(handler);
    return () => void this.#loadHandlers.delete(handler);
  }

  /**
   * Whether no handler keeps the window open. While they are being asked, to ask again is refused.
   */
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
    try {
      for (const handler of this.#closeHandlers) await handler(request);
    } catch (error) {
      // As in a page, a handler that fails does not lock the window.
      this.#reportError(error);
    } finally {
      this.#asking.delete(window);
    }
    return !isPrevented;
  }

  /** Tells of each page whose web process has ended; returns what ends it. */
  onPageCrashed(handler: CrashHandler): () => void {
    this.#crashHandlers.add(handler);
    return () => void this.#crashHandlers.delete(handler);
  }

  /** @param recover does with the page what handlers want */
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
    for (const handler of this.#loadHandlers) handler(load);
  }
}
