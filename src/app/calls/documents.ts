import { limits } from "../../contract/limits.ts";
import type { Sender } from "../../contract/ui/index.ts";
import type { ReplyBudget } from "./reply-budget.ts";
import { CallOrder } from "./call-order.ts";

export interface KeptReply {
  readonly packet: Uint8Array;
  readonly room: ReplyBudget | null;
}

/** The page acknowledges replies of at least this size. */
const longReply = 64 * 1024;

/**
 * After this time in milliseconds, a reply that broke off in transit, which no page acknowledges,
 * releases its budget.
 */
const longestWay = 60_000;

interface Document {
  readonly sender: Sender;
  readonly abort: AbortController;
  /** Replies with bytes that the page has yet to fetch, by ticket. */
  readonly replies: Map<string, KeptReply>;
  /** The budgets of long replies in transit to the page, by ticket. */
  readonly onTheWay: Map<string, ReplyBudget>;
  readonly order: CallOrder;
}

/** The open documents. Everything that belongs to a document ends with it. */
export class Documents {
  readonly #open = new Map<number, Document>();
  readonly #first = Promise.withResolvers<void>();
  #lastTicket = 0;

  /** Settles when the app's first page has opened. */
  get firstOpened(): Promise<void> {
    return this.#first.promise;
  }

  /** Whether one document alone is open. */
  get isAlone(): boolean {
    return this.#open.size <= 1;
  }

  /** @param epoch the number of times it continued with another app thread, in development */
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

  /** The origin of the page in a window; `null` before its first page. */
  originOf(window: string): string | null {
    return this.senderOf(window)?.origin ?? null;
  }

  /** The sender of messages from the page in a window; `null` before its first page. */
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

  /** Aborted when the document closes; aborted already when it has closed. */
  signal(id: number): AbortSignal {
    return this.#open.get(id)?.abort.signal ?? AbortSignal.abort();
  }

  /** The same for the current document of a window. */
  signalOfWindow(window: string): AbortSignal {
    const open = [...this.#open.values()].findLast(({ sender }) => sender.window === window);
    return open?.abort.signal ?? AbortSignal.abort();
  }

  /** The call order of a document; `null`: it has closed. */
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

  /** Returns a kept reply, once, to the document it was kept for. */
  take(id: number, ticket: string): KeptReply | undefined {
    const replies = this.#open.get(id)?.replies;
    const reply = replies?.get(ticket);
    replies?.delete(ticket);
    return reply;
  }

  /**
   * Called for each reply sent. A long one keeps its budget until the page acknowledges it by the
   * ticket; `null`: it is short.
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

  /** The page has received a reply in transit. `false`: there was none. */
  arrived(id: number, ticket: string): boolean {
    const onTheWay = this.#open.get(id)?.onTheWay;
    onTheWay?.get(ticket)?.[Symbol.dispose]();
    return onTheWay?.delete(ticket) === true;
  }
}
