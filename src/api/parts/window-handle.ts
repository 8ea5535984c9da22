import {
  emitTo,
  listenTo,
  onceTo,
  type EventCallback,
  type EventName,
  type UnlistenFn,
} from "../event.ts";
import { page } from "./page.ts";

/** The name of a window: letters and digits of any script. */
export type WindowLabel = string;

/** Reported only to the object that opens a window. */
const localEvents = ["framework://created", "framework://error"];

/** A window by its label, with its events. */
export class WebviewWindowHandle {
  label: WindowLabel;
  /** The listeners of exactly this object for `framework://created` and `framework://error`. */
  listeners: Record<string, EventCallback<never>[]> = {};

  constructor(label: WindowLabel) {
    this.label = label;
  }

  /**
   * Listens to an event of this window: events from it, events that are emitted to it, and events
   * of the app.
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

  /** Emits an event to this window's page, and to the app. */
  emit(event: EventName, payload?: unknown): Promise<void> {
    return emitTo(this.label, event, payload);
  }

  #listenLocal<Payload>(event: string, handler: EventCallback<Payload>): UnlistenFn {
    // A separate wrapper, so that a handler added twice runs twice and is removed once.
    const own: EventCallback<Payload> = (reported) => handler(reported);
    (this.listeners[event] ??= []).push(own);
    return () => {
      this.listeners[event] = (this.listeners[event] ?? []).filter((each) => each !== own);
    };
  }
}

/** Notifies the listeners of a window's own object. */
export function tellLocal(window: WebviewWindowHandle, event: string, payload: unknown): void {
  // The list is never changed in place by a listener that removes itself.
  for (const handler of window.listeners[event] ?? []) {
    void tolerant(() =>
      (handler as EventCallback)({ event, windowLabel: window.label, id: -1, payload }),
    );
  }
}

/** Runs foreign code; its error is reported to the page, and has no other effect. */
export async function tolerant(run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    window.reportError(error);
  }
}

/** The label of this page's window. */
export function ownLabel(): WindowLabel {
  return page()?.__FRAMEWORK_WINDOW__?.label ?? "main";
}
