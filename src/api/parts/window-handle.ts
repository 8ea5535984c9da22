import {
  emitTo,
  listenTo,
  onceTo,
  type EventCallback,
  type EventName,
  type UnlistenFn,
} from "../event.ts";
import { page } from "./page.ts";

/** What a window is known by: letters and digits of any script. */
export type WindowLabel = string;

/** Told to the object that opens a window, and to nobody else. */
const localEvents = ["framework://created", "framework://error"];

/** A window by its label, as far as events go. */
export class WebviewWindowHandle {
  label: WindowLabel;
  /** Who is told, by this very object, of `framework://created` and `framework://error`. */
  listeners: Record<string, EventCallback<never>[]> = {};

  constructor(label: WindowLabel) {
    this.label = label;
  }

  /**
   * Listens to an event of this window: what comes from it, what is emitted to it, and what comes
   * from the app.
   */
  async listen<Payload>(event: EventName, handler: EventCallback<Payload>): Promise<UnlistenFn> {
    return localEvents.includes(event)
      ? this.#listenLocal(event, handler)
      : listenTo(this.label, event, handler);
  }

  /** Like {@link listen}, for the first event only. */
  async once<Payload>(event: EventName, handler: EventCallback<Payload>): Promise<UnlistenFn> {
    if (!localEvents.includes(event)) return await onceTo(this.label, event, handler);
    const unlisten = this.#listenLocal<Payload>(event, (payload) => {
      unlisten();
      handler(payload);
    });
    return unlisten;
  }

  /** Emits an event that of all pages only this window's hears, and the app. */
  emit(event: EventName, payload?: unknown): Promise<void> {
    return emitTo(this.label, event, payload);
  }

  #listenLocal<Payload>(event: string, handler: EventCallback<Payload>): UnlistenFn {
    // A wrapper of its own, so that a handler given twice is told twice and taken away once.
    const own: EventCallback<Payload> = (reported) => handler(reported);
    (this.listeners[event] ??= []).push(own);
    return () => {
      this.listeners[event] = (this.listeners[event] ?? []).filter((each) => each !== own);
    };
  }
}

/** Tells the listeners that a window's own object has. */
export function tellLocal(window: WebviewWindowHandle, event: string, payload: unknown): void {
  // The list is never changed in place by a listener that ends itself.
  for (const handler of window.listeners[event] ?? []) {
    void tolerant(() =>
      (handler as EventCallback)({ event, windowLabel: window.label, id: -1, payload }),
    );
  }
}

/** Runs what is not ours; what it throws is the page's to know, and changes nothing. */
export async function tolerant(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    window.reportError(error);
  }
}

/** The label of the window this page is in. */
export function ownLabel(): WindowLabel {
  return page()?.__FRAMEWORK_WINDOW__?.label ?? "main";
}
