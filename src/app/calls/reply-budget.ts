import { limits } from "../../contract/limits.ts";
import type { ByteBudget, Share } from "./byte-budget.ts";
import type { Semaphore } from "./semaphore.ts";

/** The rooms that answers take from. */
export interface ReplyBudgets {
  /** One for the app. */
  readonly large: ByteBudget;
  /** One for each document, so that no other one's large answers hold them up. */
  readonly small: Semaphore;
}

/**
 * Bytes of an answer of unknown length that are not counted: there are few such answers at once.
 */
const uncounted = 256 * 1024;
/** It asks for so much at least, so that it does not ask for each piece. */
const minGrowth = 1024 * 1024;

/**
 * What the answer to one call takes of the room for answers: from before it is read until the page
 * has it. A call with an answer of known length asks once; one of unknown length asks again as that
 * grows.
 */
export class ReplyBudget implements Disposable {
  readonly #rooms: ReplyBudgets;
  readonly #document: number;
  #signal: AbortSignal;
  #small: Disposable | null = null;
  #share: Share | null = null;
  #bytes = 0;

  /** @param signal aborted when the document goes away */
  constructor(rooms: ReplyBudgets, document: number, signal: AbortSignal) {
    this.#rooms = rooms;
    this.#document = document;
    this.#signal = signal;
  }

  /** How much it has. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes room for an answer of known length; `false`: it would have to wait. */
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

  /** Takes room for an answer of known length when there is some. */
  async reserve(bytes: number): Promise<void> {
    if (bytes <= limits.smallAnswer.most) {
      this.#small = await this.#rooms.small.acquire(this.#document, this.#signal, bytes);
      this.#bytes = bytes;
    } else {
      await this.#rooms.large.reserve(this.#own, bytes, this.#signal);
      this.#note(bytes);
    }
  }

  /** Takes room for an answer that comes bit by bit, whose length is known before. */
  async expect(bytes: number): Promise<void> {
    if (bytes <= uncounted) return;
    await this.#rooms.large.reserve(this.#own, bytes, this.#signal);
  }

  /**
   * Has room for so many bytes in all of an answer that comes bit by bit; `null`: at once.
   *
   * @param most as many as it may have
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

  /** What comes bit by bit is whole. */
  settle(): void {
    this.#share?.settle();
  }

  /** Aborted when the answer is not wanted any more: it waits no longer. */
  set signal(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** What ends an answer that comes bit by bit and has stalled, where others need its room. */
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
