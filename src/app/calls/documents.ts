import { limits } from "../../contract/limits.ts";
import type { Sender } from "../../contract/ui/index.ts";
import type { ReplyBudget } from "./reply-budget.ts";
import { CallOrder } from "./call-order.ts";

export interface KeptReply {
  readonly packet: Uint8Array;
  readonly room: ReplyBudget | null;
}

/** Of so many bytes the page says when it has them. */
const longReply = 64 * 1024;

/**
 * After so many milliseconds one that breaks off on its way, of which no page hears, keeps its room
 * no longer.
 */
const longestWay = 60_000;

interface Document {
  readonly sender: Sender;
  readonly abort: AbortController;
  /** Replies with bytes that the page has yet to fetch, by ticket. */
  readonly replies: Map<string, KeptReply>;
  /** What long replies take that are on their way to the page, by ticket. */
  readonly onTheWay: Map<string, ReplyBudget>;
  readonly order: CallOrder;
}

/** The documents that are open now. What belongs to a document ends with it. */
export class Documents {
  readonly #open = new Map<number, Document>();
  readonly #first = Promise.withResolvers<void>();
  #lastTicket = 0;

  /** Settles when the app's first page has opened. */
  get firstOpened(): Promise<void> {
    return this.#first.promise;
  }

  /** @param epoch how often it went on with another app thread, in development */
  opened(sender: Sender, epoch = 0): void {
    this.#first.resolve();
    this.#open.set(sender.document, {
      sender,
      abort: new AbortController(),
      replies: new Map(),
      onTheWay: new Map(),
      order: new CallOrder(() => {
        const { most } = limits.unansweredCalls;
        process.stderr.write(
          `framework: the page in window "${sender.window}" has ${most} calls without an answer: others wait for one\n`,
        );
      }, epoch),
    });
  }

  /** The origin of the page in a window; `null` before its first one is there. */
  originOf(window: string): string | null {
    return this.senderOf(window)?.origin ?? null;
  }

  /** What messages of the page in a window come from; `null` before its first one is there. */
  senderOf(window: string): Sender | null {
    for (const { sender } of this.#open.values()) if (sender.window === window) return sender;
    return null;
  }

  closed(id: number): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    open.abort.abort();
    open.order.close();
    for (const { room } of open.replies.values()) room?.[Symbol.dispose]();
    for (const room of open.onTheWay.values()) room[Symbol.dispose]();
  }

  /** Aborted when the document goes away; aborted already when it has gone. */
  signal(id: number): AbortSignal {
    return this.#open.get(id)?.abort.signal ?? AbortSignal.abort();
  }

  /** The same for the document that a window shows now. */
  signalOfWindow(window: string): AbortSignal {
    const open = [...this.#open.values()].findLast(({ sender }) => sender.window === window);
    return open?.abort.signal ?? AbortSignal.abort();
  }

  /** The order of a document's calls; `null`: it has gone. */
  order(id: number): CallOrder | null {
    return this.#open.get(id)?.order ?? null;
  }

  /** Keeps a reply, as a packet, until its page fetches it. */
  keep(id: number, packet: Uint8Array, room: ReplyBudget | null): string {
    const ticket = String(++this.#lastTicket);
    const open = this.#open.get(id);
    if (open === undefined) room?.[Symbol.dispose]();
    open?.replies.set(ticket, { packet, room });
    return ticket;
  }

  /** Hands out a kept reply, once, to the document it was kept for. */
  take(id: number, ticket: string): KeptReply | undefined {
    const replies = this.#open.get(id)?.replies;
    const reply = replies?.get(ticket);
    replies?.delete(ticket);
    return reply;
  }

  /**
   * A reply is sent. A long one has its room until the page says, by the ticket, that it is there;
   * `null`: it is not long.
   */
  send(id: number, room: ReplyBudget | null): string | null {
    const open = this.#open.get(id);
    if (open === undefined || room === null || room.bytes < longReply) {
      room?.[Symbol.dispose]();
      return null;
    }
    const ticket = String(++this.#lastTicket);
    open.onTheWay.set(ticket, room);
    setTimeout(() => this.arrived(id, ticket), longestWay);
    return ticket;
  }

  /** The page has a reply that was on its way. `false`: none is. */
  arrived(id: number, ticket: string): boolean {
    const onTheWay = this.#open.get(id)?.onTheWay;
    onTheWay?.get(ticket)?.[Symbol.dispose]();
    return onTheWay?.delete(ticket) === true;
  }
}
