import { limits } from "../../contract/limits.ts";
import type { ByteBudget, Share } from "./byte-budget.ts";
import type { Semaphore } from "./semaphore.ts";

/** The budgets that answers reserve from. */
export interface ReplyBudgets {
  /** Shared by the whole app. */
  readonly large: ByteBudget;
  /** Per document, so that large answers of other documents do not delay its small ones. */
  readonly small: Semaphore;
}

/**
 * Bytes of an answer of unknown length that are not counted: there are few such answers at once.
 */
const uncounted = 256 * 1024;
/** The minimum reservation, so that not every piece needs one. */
const minGrowth = 1024 * 1024;

/**
 * The budget of the answer to one call: from before it is read until the page has it. An answer of
 * known length reserves once; one of unknown length reserves again as it grows.
 */
export class ReplyBudget implements Disposable {
  readonly #rooms: ReplyBudgets;
  readonly #document: number;
  #signal: AbortSignal;
  #small: Disposable | null = null;
  #share: Share | null = null;
  #bytes = 0;

  /** @param signal aborted when the document closes */
  constructor(rooms: ReplyBudgets, document: number, signal: AbortSignal) {
    this.#rooms = rooms;
    this.#document = document;
    this.#signal = signal;
  }

  /** The reserved bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Reserves budget for an answer of known length; `false`: it would have to wait. */
  tryReserve(bytes: number): boolean {
    if (bytes <= limits.smallAnswer.most) {
      this.#small = this.#rooms.small.tryAcquire(this.#document, bytes);
      if (this.#small !== null) this.#bytes = bytes;
      return this.#small !== null;
    }
    const isTaken = this.#rooms.large.tryReserve(this.#own, bytes);
    if (isTaken) this.#note(bytes);
    return isTaken;
  }

  /** Reserves budget for an answer of known length as soon as there is some. */
  async reserve(bytes: number): Promise<void> {
    if (bytes <= limits.smallAnswer.most) {
      this.#small = await this.#rooms.small.acquire(this.#document, this.#signal, bytes);
      this.#bytes = bytes;
    } else {
      await this.#rooms.large.reserve(this.#own, bytes, this.#signal);
      this.#note(bytes);
    }
  }

  /** Reserves budget for a streamed answer of known length. */
  async expect(bytes: number): Promise<void> {
    if (bytes <= uncounted) return;
    await this.#rooms.large.reserve(this.#own, bytes, this.#signal);
  }

  /**
   * Ensures budget for the received part of a streamed answer; `null`: available at once.
   *
   * @param most the maximum length of the answer
   */
  keep(bytes: number, most: number): Promise<void> | null {
    if (bytes <= uncounted) return null;
    const share = this.#own;
    if (bytes > share.bytes) {
      const wanted = Math.max(bytes, Math.min(most, Math.max(2 * bytes, minGrowth)));
      if (!this.#rooms.large.tryReserve(share, wanted))
        return this.#rooms.large.reserve(share, wanted, this.#signal).then(() => this.#note(bytes));
    }
    this.#note(bytes);
    return null;
  }

  /** The streamed answer is complete. */
  settle(): void {
    this.#share?.settle();
  }

  /** Aborted when the answer is no longer wanted: it stops waiting. */
  set signal(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** The callback that ends a stalled streamed answer when others need its budget. */
  set evict(evict: () => void) {
    this.#own.evict = evict;
  }

  get #own(): Share {
    return (this.#share ??= this.#rooms.large.share(this.#document));
  }

  #note(bytes: number): void {
    this.#bytes = bytes;
    this.#own.touch(bytes);
  }

  [Symbol.dispose](): void {
    this.#small?.[Symbol.dispose]();
    this.#small = null;
    this.#share?.[Symbol.dispose]();
    this.#share = null;
    this.#bytes = 0;
  }
}
