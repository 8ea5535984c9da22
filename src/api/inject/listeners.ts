// Part of the bridge: the page's listeners. While there are any, one call waits in the app for
// their events.

import type { EventItem } from "../../contract/commands/event.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { EventCallback, FrameworkEvent } from "../event.ts";
import type { Bridge } from "../invoke.ts";
import { bare, ignoreFailure, method } from "./primordials.ts";

/** What a page hears when it goes on with another app thread, in development. */
const restartedEvent: typeof FrameworkEvent.RESTARTED = "framework://restarted";

interface Listener {
  readonly event: string;
  readonly windowLabel: string | null;
  readonly once: boolean;
  readonly handler: EventCallback;
}

/**
 * @param callAside makes a call that waits for none of the page's others, however many there are
 */
export function openListeners(
  call: Bridge["call"],
  callAside: (command: string, args: unknown) => Promise<unknown>,
): { readonly listen: Bridge["listen"]; readonly resume: () => void } {
  const { parse } = JSON;
  const { hasOwn } = Object;
  const reportError = window.reportError.bind(window);
  const copy = structuredClone;
  const mapGet = method(Map.prototype as Map<number, Listener>, "get");
  const mapSet = method(Map.prototype as Map<number, Listener>, "set");
  const mapDelete = method(Map.prototype as Map<number, Listener>, "delete");
  const listeners = new Map<number, Listener>();
  let lastId = 0;
  let isReading = false;
  let isWanted = false;

  const deliver = (item: EventItem): void => {
    const { event, windowLabel, ids } = item;
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index] as number;
      // It may have been removed, by a listener before it, after the event was sent.
      const listener = mapGet(listeners, id);
      if (listener === undefined) continue;
      if (listener.once) mapDelete(listeners, id);
      try {
        const { handler } = listener;
        const payload: unknown = hasOwn(item, "json")
          ? parse(item.json as string)
          : copy(item.value);
        handler({ event, windowLabel, id, payload });
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
          const items = (await callAside("event.next", {})) as readonly EventItem[];
          if (items.length === 0) break;
          for (let index = 0; index < items.length; index++) deliver(items[index] as EventItem);
        }
      }
    } catch (error) {
      // Asking again would fail as well. The page may not call any more; or it is about to be
      // loaded anew, in development when another app thread has taken the place of the one that was
      // asked, and then nothing is wrong with it.
      if (
        !(error instanceof FrameworkError) ||
        (error.code !== "closed" && error.code !== "restarted")
      )
        reportError(error);
    } finally {
      isReading = false;
      // Put back while the last question was refused.
      if (isWanted) void read();
    }
  };

  /** Puts the listeners back, for another app thread, and tells the page of it. */
  const resume = (): void => {
    const last = lastId;
    for (let id = 1; id <= last; id++) {
      const listener = mapGet(listeners, id);
      if (listener === undefined) continue;
      const { event, windowLabel, once } = listener;
      ignoreFailure(call("event.listen", { id, event, window: windowLabel, once }, false));
    }
    void read();
    for (let id = 1; id <= last; id++) {
      const event = restartedEvent;
      const windowLabel = window.__FRAMEWORK_WINDOW__?.label ?? "";
      if (mapGet(listeners, id)?.event === event)
        deliver({ event, windowLabel, ids: [id], value: null });
    }
  };

  const listen: Bridge["listen"] = async (event, windowLabel, once, handler) => {
    // Whoever writes it need not use types.
    if (typeof handler !== "function")
      throw new FrameworkError(
        "bad-argument",
        `Cannot listen to "${event}": its handler must be a function`,
      );
    const id = ++lastId;
    mapSet(listeners, id, bare({ event, windowLabel, once, handler }));
    try {
      await call("event.listen", { id, event, window: windowLabel, once }, false);
    } catch (error) {
      mapDelete(listeners, id);
      throw error;
    }
    void read();
    return () => {
      if (mapDelete(listeners, id)) ignoreFailure(call("event.unlisten", { id }, false));
    };
  };

  return { listen, resume };
}
