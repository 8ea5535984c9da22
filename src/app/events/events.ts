import { FrameworkError } from "../../contract/errors.ts";
import {
  eventNamePattern,
  ownEventPrefix,
  pageRequestEvents,
  type EventItem,
} from "../../contract/commands/event.ts";
import { limits } from "../../contract/limits.ts";
import {
  bareList,
  insertBytes,
  extractBytes,
  type ExtractedBytes,
} from "../../contract/page/attachments.ts";
import { unserializablePath } from "../../contract/page/unserializable-path.ts";
import type { Documents } from "../calls/documents.ts";
import { bytesOf } from "../calls/packets.ts";
import type { AppEvent, ListenOptions } from "../public-api/app-events.ts";
import { EventQueue } from "./event-queue.ts";

export interface EmitOptions {
  /** The window that the event concerns or comes from. Default: none, it is the app's. */
  readonly window?: string | null;
  /**
   * Limits delivery to pages in this window; the app's own listeners receive events of pages.
   * Default: all windows.
   */
  readonly to?: string | null;
}

interface Listener {
  readonly id: number;
  readonly window: string | null;
  readonly once: boolean;
}

interface AppListener extends Listener {
  /** Hears also what the app sends to one window. */
  readonly hearsAll: boolean;
  readonly handler: (event: AppEvent<never>) => void;
}

/** A document with listeners. */
interface Subscriber {
  readonly window: string;
  /** By event, then by number, in the order they were added. */
  readonly listeners: Map<string, Map<number, Listener>>;
  /** The event of each listener's number. */
  readonly events: Map<number, string>;
  readonly queue: EventQueue;
  /** The number of its latest read, or of its start. */
  lastRead: number;
}

/** The origin and the destination of an event, settled. */
type Route = { readonly from: string | null; readonly to: string | null };

/**
 * The app's events. Listeners in pages receive them as replies to a pending call of their document,
 * so an event reaches exactly the document that subscribed, in order, and never a later one.
 */
export class Events {
  readonly #documents: Documents;
  readonly #reportError: (error: unknown) => void;
  readonly #subscribers = new Map<number, Subscriber>();
  readonly #own = new Map<string, AppListener[]>();
  #lastId = 0;
  #lastRead = 0;

  /** @param reportError receives errors that listeners of the app throw */
  constructor(documents: Documents, reportError: (error: unknown) => void) {
    this.#documents = documents;
    this.#reportError = reportError;
  }

  /** Adds a listener of the app itself; returns a function that removes it. */
  listen<Payload>(
    event: string,
    handler: (event: AppEvent<Payload>) => void,
    { window = null, once = false }: ListenOptions = {},
  ): () => void {
    return this.#addOwn(event, { id: ++this.#lastId, window, once, hearsAll: false, handler });
  }

  /** Adds a listener of a tool: it hears also events that the app sends to one window. */
  watch(event: string, handler: (event: AppEvent<unknown>) => void): void {
    this.#addOwn(event, { id: ++this.#lastId, window: null, once: false, hearsAll: true, handler });
  }

  #addOwn(event: string, listener: AppListener): () => void {
    checkEventName(event);
    this.#own.set(event, [...(this.#own.get(event) ?? []), listener]);
    return () => this.#forgetOwn(event, listener);
  }

  /**
   * Notifies the listeners in pages and in the app. The payload is any value that a command may
   * return; it is copied at once.
   */
  emit(event: string, payload?: unknown, { window = null, to = null }: EmitOptions = {}): void {
    checkEventName(event);
    const route = { from: window, to };
    const settled = settlePayload(event, payload);
    const { most } = limits.eventBytes;
    if (settled.size > most)
      throw new FrameworkError(
        "bad-argument",
        `Cannot emit "${event}": its payload has ${settled.size} bytes, want at most ${most}`,
      );
    for (const subscriber of this.#subscribers.values()) {
      if (to === null || subscriber.window === to) this.#offer(subscriber, event, settled, route);
    }
    this.#tellOwn(event, settled, route);
  }

  /** Notifies the listeners of one document. */
  emitTo(document: number, event: string, payload?: unknown): void {
    checkEventName(event);
    const subscriber = this.#subscribers.get(document);
    if (subscriber === undefined) return;
    this.#offer(subscriber, event, settlePayload(event, payload), {
      from: null,
      to: subscriber.window,
    });
  }

  /**
   * Settles when a document has fetched the events that wait for it now, or has closed: the time to
   * send it more.
   */
  whenFetched(document: number): Promise<void> {
    return this.#subscribers.get(document)?.queue.whenFetched() ?? Promise.resolve();
  }

  /** Whether a document has yet to fetch events. */
  areWaiting(document: number): boolean {
    return this.#subscribers.get(document)?.queue.isFetched === false;
  }

  /**
   * The number of the latest read by the page in a window that listens to this event of its own
   * window: different for each read, also for the next page. `null`: it does not listen.
   */
  lastReadBy(window: string, event: string): number | null {
    const subscribers = [...this.#subscribers.values()].filter(
      (subscriber) =>
        subscriber.window === window &&
        [...(subscriber.listeners.get(event)?.values() ?? [])].some(
          (each) => each.window === window,
        ),
    );
    return subscribers.length === 0
      ? null
      : Math.max(...subscribers.map(({ lastRead }) => lastRead));
  }

  /** Whether any page listens to an event. */
  isHeard(event: string): boolean {
    return [...this.#subscribers.values()].some(({ listeners }) => listeners.has(event));
  }

  /** The number of documents that wait for events. */
  get readers(): number {
    return [...this.#subscribers.values()].filter(({ queue }) => queue.isRead).length;
  }

  /** Adds a listener of a document; it ends with the document. */
  subscribe(
    { document, window }: { readonly document: number; readonly window: string },
    { event, ...listener }: Listener & { readonly event: string },
  ): void {
    checkEventName(event);
    const { listeners, events } = this.#subscriber(document, window);
    const refuse = (reason: string) =>
      new FrameworkError("bad-argument", `Cannot listen to "${event}": ${reason}`);
    if (events.has(listener.id)) throw refuse(`"id" ${listener.id} is taken`);
    const { most } = limits.listeners;
    if (events.size >= most) throw refuse(`this page has ${most} listeners, as many as it may`);
    events.set(listener.id, event);
    const ofEvent = listeners.get(event);
    if (ofEvent === undefined) listeners.set(event, new Map([[listener.id, listener]]));
    else ofEvent.set(listener.id, listener);
  }

  unsubscribe(document: number, id: number): void {
    const subscriber = this.#subscribers.get(document);
    if (subscriber !== undefined) forget(subscriber, id);
  }

  /** The next events of a document; none when its last listener is gone. */
  async next(document: number): Promise<readonly EventItem[]> {
    const subscriber = this.#subscribers.get(document);
    if (subscriber === undefined) return [];
    subscriber.lastRead = ++this.#lastRead;
    const items = subscriber.queue.read();
    if (subscriber.listeners.size === 0) subscriber.queue.release();
    return await items;
  }

  #subscriber(document: number, window: string): Subscriber {
    const known = this.#subscribers.get(document);
    if (known !== undefined) return known;
    const signal = this.#documents.signal(document);
    if (signal.aborted)
      throw new FrameworkError("closed", `Cannot listen: the page in window "${window}" went away`);
    const queue = new EventQueue(() => {
      process.stderr.write(
        `framework: the page in window "${window}" does not take its events: new ones are dropped\n`,
      );
    });
    const lastRead = ++this.#lastRead;
    const subscriber: Subscriber = {
      window,
      listeners: new Map(),
      events: new Map(),
      queue,
      lastRead,
    };
    this.#subscribers.set(document, subscriber);
    signal.addEventListener("abort", () => {
      this.#subscribers.delete(document);
      queue.end();
    });
    return subscriber;
  }

  #offer(
    subscriber: Subscriber,
    event: string,
    { size, ...payload }: SettledPayload,
    route: Route,
  ): void {
    const listeners = subscriber.listeners.get(event);
    // A dropped event is checked once, not for each of many listeners.
    if (listeners === undefined || !subscriber.queue.takes(size + bytesOfId * listeners.size))
      return;
    const hearing = [...listeners.values()].filter((listener) => hears(listener, route));
    if (hearing.length === 0) return;
    const ids = hearing.map(({ id }) => id);
    const item = { event, windowLabel: route.from ?? subscriber.window, ids, ...payload };
    subscriber.queue.add(item, size + bytesOfId * ids.length);
    for (const { id, once } of hearing) if (once) forget(subscriber, id);
  }

  #tellOwn(event: string, { json, value }: SettledPayload, { from, to }: Route): void {
    // Own code does not hear what it sends to one window.
    const isForPage = to !== null && from === null;
    // The list is never changed in place: a listener may add and remove others.
    for (const listener of this.#own.get(event) ?? []) {
      if (isForPage ? !listener.hearsAll : !hears(listener, { from, to: null })) continue;
      if (listener.once) this.#forgetOwn(event, listener);
      const payload = json === undefined ? structuredClone(value) : (JSON.parse(json) as unknown);
      try {
        listener.handler({
          event,
          windowLabel: from,
          id: listener.id,
          payload,
        } as AppEvent<never>);
      } catch (error) {
        this.#reportError(error);
      }
    }
  }

  #forgetOwn(event: string, listener: AppListener): void {
    const left = (this.#own.get(event) ?? []).filter((each) => each !== listener);
    if (left.length === 0) this.#own.delete(event);
    else this.#own.set(event, left);
  }
}

/**
 * A listener bound to a window receives its events, events sent to it, and events without a window.
 */
function hears({ window }: Listener, { from, to }: Route): boolean {
  return window === null || from === null || window === from || window === to;
}

function forget(subscriber: Subscriber, id: number): void {
  const event = subscriber.events.get(id);
  if (event === undefined) return;
  subscriber.events.delete(id);
  const ofEvent = subscriber.listeners.get(event);
  ofEvent?.delete(id);
  if (ofEvent?.size === 0) subscriber.listeners.delete(event);
  // The pending call has nothing to wait for.
  if (subscriber.listeners.size === 0) subscriber.queue.release();
}

/** The size of each number in a list. */
const bytesOfId = 8;

interface SettledPayload {
  readonly json?: string;
  readonly value?: unknown;
  readonly size: number;
}

/**
 * Copies a payload, so that later changes by its owner have no effect: as text, or, with bytes in
 * it, as a value.
 */
function settlePayload(event: string, payload: unknown): SettledPayload {
  try {
    const taken = bareList<ExtractedBytes>();
    const json = JSON.stringify(extractBytes(payload, { bytesOf }, taken)) ?? "null";
    if (taken.length === 0) return { json, size: json.length };
    const root: { value: unknown } = { value: JSON.parse(json) };
    // Without the "null" in the position of each.
    let size = json.length - 4 * taken.length;
    for (const { path, bytes } of Array.from(taken)) {
      // In a buffer of their own: the original buffer may be much larger.
      insertBytes(root, path, new Uint8Array(bytes));
      size += bytes.length;
    }
    return { value: root.value, size };
  } catch (cause) {
    throw new FrameworkError(
      "bad-argument",
      `Cannot emit "${event}": ${unserializablePath(payload, "payload", { bytesOf })}, its payload must be JSON, with bytes or without`,
      { cause },
    );
  }
}

/** @throws FrameworkError `bad-argument` */
export function checkEventName(event: string): void {
  if (eventNamePattern.test(event)) return;
  throw new FrameworkError(
    "bad-argument",
    `Cannot use the event name "${event}": it may hold only letters, digits, "-", "/", ":" and "_"`,
  );
}

/** @throws FrameworkError `not-allowed` for a name of the framework's own */
export function checkPageEvent(event: string): void {
  if (!event.startsWith(ownEventPrefix) || pageRequestEvents.includes(event)) return;
  throw new FrameworkError(
    "not-allowed",
    `Cannot emit "${event}": names with "${ownEventPrefix}" are the framework's own`,
  );
}
