import * as v from "valibot";
import { command } from "./command.ts";
import { limits } from "../limits.ts";
import { textUpTo } from "../text/up-to.ts";

/** The characters of an event name: letters and digits of any script, and `-`, `/`, `:`, `_`. */
export const eventNamePattern = /^[\p{L}\p{N}/:_-]+$/u;

/**
 * Events with this prefix are the framework's own: pages can listen to them but cannot emit them.
 */
export const ownEventPrefix = "framework://";

/** The exceptions: pages send requests to the updater with these. */
export const pageRequestEvents: readonly string[] = [
  "framework://update",
  "framework://update-install",
];

/** One event on its way to a page. */
export interface EventItem {
  readonly event: string;
  /**
   * The window that the event concerns or comes from; the page's own window for an event of the app
   * itself.
   */
  readonly windowLabel: string;
  /** The page's listeners that receive it, in the order they were added. */
  readonly ids: readonly number[];
  /** The payload as JSON text, parsed separately for each listener… */
  readonly json?: string;
  /** …or, when it contains bytes, the payload itself. */
  readonly value?: unknown;
}

const name = textUpTo(limits.eventName);
// Own code may give its windows longer labels than a page may.
const window = v.nullish(textUpTo(limits.eventName));
const id = v.pipe(v.number(), v.safeInteger("a whole number"));

export const eventCommands = {
  /**
   * `id` is the page's own number for the listener; `once`: the app forgets it after the first
   * event.
   */
  "event.listen": command<void>()(
    null,
    v.strictObject({ id, event: name, window, once: v.nullish(v.boolean()) }),
  ),
  "event.unlisten": command<void>()(null, v.strictObject({ id })),
  /** Settles when there are events for the calling page, or when its last listener is gone. */
  "event.next": command<readonly EventItem[]>()(null, v.strictObject({})),
  /** `window`: only pages in this window receive it. */
  "event.emit": command<void>()(
    null,
    v.strictObject({ event: name, payload: v.optional(v.unknown()), window }),
  ),
} as const;
