// Part of the bridge: the page's listeners. While there are any, one call waits in the app for
// their events.

import type { EventItem } from "../../contract/commands/event.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { EventCallback, FrameworkEvent } from "../event.ts";
import type { Bridge } from "../invoke.ts";
import { bare, ignoreFailure, method } from "./primordials.ts";

/** Pauses in milliseconds before the next attempt to fetch events: each is twice as long. */
const firstPause = 100;
const longestPause = 10_000;

/** The event for a page that continues with another app thread, in development. */
const restartedEvent: typeof FrameworkEvent.RESTARTED = "framework://restarted";

interface Listener {
  readonly event: string;
  readonly windowLabel: string | null;
  readonly once: boolean;
  readonly handler: EventCallback;
}

/**
 * @param callAside makes a call that does not wait for the page's others
 * @param reportFailed in development, since engines hide the text of errors of injected scripts
 */
export function openListeners(
  call: Bridge["call"],
  callAside: (command: string, args: unknown) => Promise<unknown>,
  reportFailed?: (error: unknown) => void,
): { readonly listen: Bridge["listen"]; readonly resume: () => void } {
  const { parse } = JSON;
  const { hasOwn } = Object;
  const reportError = window.reportError.bind(window);
  const copy = structuredClone;
  const OwnPromise = Promise;
  const setTimeout = window.setTimeout.bind(window);
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
      // An earlier listener may have removed it after the event was sent.
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

  /**
   * The next events. A refusal, as by the isolation hook, is reported once and the call made again:
   * the app keeps the events meanwhile.
   */
  const next = async (): Promise<readonly EventItem[]> => {
    for (let pause = firstPause; ;) {
      try {
        return (await callAside("event.next", {})) as readonly EventItem[];
      } catch (error) {
        // The page is about to go away, or to be reloaded, in development when another app thread
        // has replaced the previous one; or that one calls `resume`.
        if (
          error instanceof FrameworkError &&
          (error.code === "closed" || error.code === "restarted")
        )
          throw error;
        if (pause === firstPause) (reportFailed ?? reportError)(error);
      }
      const milliseconds = pause;
      await new OwnPromise<void>((go) => void setTimeout(go, milliseconds));
      if (pause < longestPause) pause *= 2;
    }
  };

  /** Fetches events until the app confirms with an empty answer that there are no listeners. */
  const read = async (): Promise<void> => {
    isWanted = true;
    if (isReading) return;
    isReading = true;
    try {
      // A listener may have been added while the answer to the last one's removal was in transit.
      while (isWanted) {
        isWanted = false;
        for (;;) {
          const items = await next();
          if (items.length === 0) break;
          for (let index = 0; index < items.length; index++) deliver(items[index] as EventItem);
        }
      }
    } catch {
      // The app takes no more calls of this page, or not before `resume`.
    } finally {
      isReading = false;
      // Restored while the last request was refused.
      if (isWanted) void read();
    }
  };

  /** Restores the listeners for another app thread, and notifies the page. */
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
    // The caller may be untyped.
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
