import { limits } from "../../contract/limits.ts";
import type { Sender } from "../../contract/ui/index.ts";

interface Document {
  readonly sender: Sender;
  readonly abort: AbortController;
  /** Replies with bytes that the page has yet to fetch, by ticket. */
  readonly replies: Map<string, Uint8Array>;
  /** Its calls that have no answer yet. */
  calls: number;
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

  opened(sender: Sender): void {
    this.#first.resolve();
    this.#open.set(sender.document, { sender, abort: new AbortController(), replies: new Map(), calls: 0 });
  }

  /** The origin of the page in a window; `null` before its first one is there. */
  originOf(window: string): string | null {
    for (const { sender } of this.#open.values()) if (sender.window === window) return sender.origin;
    return null;
  }

  closed(id: number): void {
    this.#open.get(id)?.abort.abort();
    this.#open.delete(id);
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

  /** Counts a call of a document until it is answered; `false`: it has as many waiting as it may. */
  beginCall(id: number): boolean {
    const open = this.#open.get(id);
    if (open === undefined) return true;
    if (open.calls >= limits.unansweredCalls.most) return false;
    open.calls++;
    return true;
  }

  endCall(id: number): void {
    const open = this.#open.get(id);
    if (open !== undefined) open.calls--;
  }

  /** Keeps a reply, as a packet, until its page fetches it. */
  keep(id: number, reply: Uint8Array): string {
    const ticket = String(++this.#lastTicket);
    this.#open.get(id)?.replies.set(ticket, reply);
    return ticket;
  }

  /** Hands out a kept reply, once, to the document it was kept for. */
  take(id: number, ticket: string): Uint8Array | undefined {
    const replies = this.#open.get(id)?.replies;
    const reply = replies?.get(ticket);
    replies?.delete(ticket);
    return reply;
  }
}
