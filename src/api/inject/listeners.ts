// Part of the bridge: the page's listeners. While there are any, one call waits in the app for their events.

import type { EventItem } from "../../contract/event.ts";
import type { EventCallback } from "../event.ts";
import type { Bridge } from "../invoke.ts";

interface Listener {
  readonly once: boolean;
  readonly handler: EventCallback;
}

export function openListeners(call: Bridge["call"]): Bridge["listen"] {
  const { parse } = JSON;
  const reportError = window.reportError.bind(window);
  const copy = structuredClone;
  const listeners = new Map<number, Listener>();
  let lastId = 0;
  let isReading = false;
  let isWanted = false;

  const deliver = ({ event, windowLabel, ids, json, value }: EventItem): void => {
    for (const id of ids) {
      // It may have been removed, by a listener before it, after the event was sent.
      const listener = listeners.get(id);
      if (listener === undefined) continue;
      if (listener.once) listeners.delete(id);
      try {
        const { handler } = listener;
        handler({ event, windowLabel, id, payload: json === undefined ? copy(value) : parse(json) });
      } catch (error) {
        reportError(error);
      }
    }
  };

  /** Fetches events until the app says, with none at all, that nothing listens any more. */
  const read = async (): Promise<void> => {
    isWanted = true;
    if (isReading) return;
    isReading = true;
    try {
      // A listener may have been added while the answer to the last one's removal was on its way.
      while (isWanted) {
        isWanted = false;
        for (;;) {
          const items = (await call("event.next", {}, false)) as readonly EventItem[];
          if (items.length === 0) break;
          for (const item of items) deliver(item);
        }
      }
    } catch (error) {
      // The page is on its way out, or may not call any more: asking again would fail as well.
      reportError(error);
    } finally {
      isReading = false;
    }
  };

  return async (event, windowLabel, once, handler) => {
    const id = ++lastId;
    listeners.set(id, { once, handler });
    try {
      await call("event.listen", { id, event, window: windowLabel, once }, false);
    } catch (error) {
      listeners.delete(id);
      throw error;
    }
    void read();
    return () => {
      if (listeners.delete(id)) call("event.unlisten", { id }, false).catch(() => undefined);
    };
  };
}
