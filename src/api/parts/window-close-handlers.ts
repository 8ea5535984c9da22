import type { UnlistenFn } from "../event.ts";
import { invoke } from "../invoke.ts";
import { CloseRequestedEvent } from "./window-close-requested.ts";
import { ownLabel, tolerant, type WebviewWindowHandle } from "./window-handle.ts";

export type CloseHandler = (event: CloseRequestedEvent) => void | Promise<void>;

/** The handlers that run before a window closes. */
export class CloseHandlers {
  readonly #window: WebviewWindowHandle;
  readonly #handlers = new Set<CloseHandler>();
  #unlisten: Promise<UnlistenFn> | null = null;

  constructor(window: WebviewWindowHandle) {
    this.#window = window;
  }

  async add(handler: CloseHandler): Promise<UnlistenFn> {
    // A separate wrapper, so that a handler added twice counts twice.
    const own: CloseHandler = (event) => handler(event);
    this.#handlers.add(own);
    this.#unlisten ??= this.#answer();
    const unlisten = this.#unlisten;
    try {
      await unlisten;
    } catch (error) {
      this.#handlers.delete(own);
      // The next one listens again.
      if (this.#unlisten === unlisten) this.#unlisten = null;
      throw error;
    }
    return () => {
      this.#handlers.delete(own);
      if (this.#handlers.size > 0 || this.#unlisten !== unlisten) return;
      this.#unlisten = null;
      void unlisten.then((end) => end());
    };
  }

  #answer(): Promise<UnlistenFn> {
    let asking: Promise<void> | null = null;
    return this.#window.listen<null>("framework://close-requested", (event) => {
      // The button may be pressed again while a handler still asks the user.
      asking ??= this.#ask(new CloseRequestedEvent(event)).finally(() => (asking = null));
    });
  }

  async #ask(request: CloseRequestedEvent): Promise<void> {
    for (const handler of this.#handlers) await tolerant(() => handler(request));
    const isOwn = this.#window.label === ownLabel();
    if (isOwn && !request.isPreventDefault())
      await tolerant(() => invoke("window.finishClose", {}));
  }
}
