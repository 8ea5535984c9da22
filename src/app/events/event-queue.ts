import type { EventItem } from "../../contract/commands/event.ts";
import { limits } from "../../contract/limits.ts";

// A page that reads gets its events at its own speed, so only one that hangs, or never reads,
// reaches the limits. A page handles one reply in one task: more events in it would delay painting.
const maxEventsInReply = 1_000;
const maxBytesInReply = 4 * 1024 * 1024;

interface Waiting {
  readonly item: EventItem;
  readonly size: number;
}

/** The events that wait for one document to fetch them, in order. */
export class EventQueue {
  readonly #whenFull: () => void;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #reader: ((items: readonly EventItem[]) => void) | null = null;
  #added = 0;
  /** Given events with bytes, which the page fetches by another call before it reads again. */
  #onTheWay = 0;
  #fetched: { readonly last: number; readonly resolve: () => void }[] = [];
  #isFull = false;

  /** @param whenFull called each time that events begin to be dropped */
  constructor(whenFull: () => void) {
    this.#whenFull = whenFull;
  }

  /** Whether an item of at most this size may be added. If not, its event is dropped. */
  takes(size: number): boolean {
    const { eventBytes, waitingEvents } = limits;
    const count = this.#waiting.length;
    // A single event always fits: its payload was checked.
    if (count === 0 || (count < waitingEvents.most && this.#bytes + size <= eventBytes.most))
      return true;
    if (!this.#isFull) this.#whenFull();
    this.#isFull = true;
    return false;
  }

  /** @param size at most the size that was passed to `takes` */
  add(item: EventItem, size: number): void {
    this.#waiting.push({ item, size });
    this.#bytes += size;
    this.#added++;
    // Events of one turn leave in one reply.
    if (this.#waiting.length === 1) queueMicrotask(() => this.#give());
  }

  /** Settles with the next events. There is one reader: a later one replaces the earlier one. */
  read(): Promise<readonly EventItem[]> {
    this.#dismiss();
    this.#onTheWay = 0;
    this.#tellFetched();
    return new Promise((resolve) => {
      this.#reader = resolve;
      this.#give();
    });
  }

  /** Settles a waiting reader with the available events, because it may not call again. */
  release(): void {
    this.#give();
    this.#dismiss();
  }

  #dismiss(): void {
    this.#reader?.([]);
    this.#reader = null;
  }

  get isRead(): boolean {
    return this.#reader !== null;
  }

  /** Whether the page has all events. */
  get isFetched(): boolean {
    return this.#waiting.length + this.#onTheWay === 0;
  }

  /** Settles when the page has the events that were added before; later ones do not count. */
  whenFetched(): Promise<void> {
    if (this.isFetched) return Promise.resolve();
    return new Promise((resolve) => this.#fetched.push({ last: this.#added, resolve }));
  }

  /** Drops all events, permanently. */
  end(): void {
    this.#waiting = [];
    this.#onTheWay = 0;
    this.#dismiss();
    this.#tellFetched();
  }

  #give(): void {
    if (this.#reader === null || this.#waiting.length === 0) return;
    let count = 0;
    let bytes = 0;
    for (const { size } of this.#waiting) {
      if (count === maxEventsInReply || (count > 0 && bytes + size > maxBytesInReply)) break;
      bytes += size;
      count++;
    }
    const given = this.#waiting.splice(0, count);
    this.#bytes -= bytes;
    this.#isFull = false;
    if (given.some(({ item }) => item.json === undefined)) this.#onTheWay = count;
    this.#reader(given.map(({ item }) => item));
    this.#reader = null;
    this.#tellFetched();
  }

  #tellFetched(): void {
    const fetched = this.#added - this.#waiting.length - this.#onTheWay;
    while (this.#fetched[0] !== undefined && this.#fetched[0].last <= fetched)
      this.#fetched.shift()?.resolve();
  }
}
