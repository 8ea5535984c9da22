import type { Limit } from "../../contract/limits.ts";
import { until } from "./until.ts";

/**
 * Milliseconds after which an answer that holds budget without progress is skipped, if others wait.
 */
const patience = 2000;

/** The part of the budget that one answer holds. */
export interface Share extends Disposable {
  /** The bytes it may hold; less than it was given when it has stalled. */
  readonly bytes: number;
  /** Records progress, and the bytes received so far. */
  touch(used: number): void;
  /** It needs no more: the unused part returns to the budget. */
  settle(): void;
  /** Ends the answer when others need the budget of a stalled one; `null`: it ends by itself. */
  evict: (() => void) | null;
}

/**
 * The memory of the app that large answers of all documents may hold at once. Documents take turns,
 * and the answers of one document keep their order.
 *
 * An answer of unknown length reserves repeatedly, and keeps its bytes meanwhile. So when all
 * holders wait or have stalled, the next one gets its bytes in excess of the budget: one answer can
 * always continue. A stalled answer counts with the bytes it has, and the largest ones are evicted
 * if the total is too high.
 */
export class ByteBudget {
  readonly #limit: Limit;
  readonly #shares = new Set<BudgetShare>();
  /** By document, in the order of their turns. */
  readonly #waiting = new Map<number, Waiting[]>();
  #timer: NodeJS.Timeout | null = null;

  /** @param limit bytes */
  constructor(limit: Limit) {
    this.#limit = limit;
  }

  /** The share of a document's answer, which holds no bytes yet. */
  share(document: number): Share {
    return new BudgetShare(document, (share) => this.#changed(share));
  }

  /** Reserves a number of bytes in total; `false`: it would have to wait. */
  tryReserve(share: Share, bytes: number): boolean {
    const own = share as BudgetShare;
    const held = this.#heldByOthers(own);
    if (this.#waiting.size > 0 || (held > 0 && held + bytes > this.#limit.most)) return false;
    this.#give(own, bytes);
    return true;
  }

  /**
   * The same, but waits for its turn and for free budget.
   * @throws the signal's reason, when that comes first
   */
  async reserve(share: Share, bytes: number, signal: AbortSignal): Promise<void> {
    if (this.tryReserve(share, bytes)) return;
    const own = share as BudgetShare;
    const turn = Promise.withResolvers<void>();
    const waiting: Waiting = { share: own, bytes, begin: turn.resolve };
    own.waits = true;
    own.bytes = own.used;
    const line = this.#waiting.get(own.document);
    if (line === undefined) this.#waiting.set(own.document, [waiting]);
    else line.push(waiting);
    this.#admit();
    try {
      await until(signal, turn.promise);
    } catch (error) {
      own.waits = false;
      this.#leave(waiting);
      this.#admit();
      throw error;
    }
  }

  #give(share: BudgetShare, bytes: number): void {
    share.bytes = bytes;
    share.waits = false;
    share.hasStalled = false;
    share.movedAt = performance.now();
    this.#shares.add(share);
  }

  #changed(share: BudgetShare): void {
    if (share.bytes === 0) this.#shares.delete(share);
    this.#admit();
  }

  #heldByOthers(share: BudgetShare): number {
    let held = 0;
    for (const each of this.#shares) if (each !== share) held += each.bytes;
    return held;
  }

  /** Admits waiting answers in turns. */
  #admit(): void {
    for (;;) {
      const [first] = this.#waiting.values();
      const inTurn = first?.[0];
      if (inTurn === undefined) break;
      const next = this.#fits(inTurn) ? inTurn : this.#inExcess();
      if (next === null) break;
      this.#leave(next);
      this.#give(next.share, next.bytes);
      next.begin();
    }
    this.#watch();
  }

  #fits({ share, bytes }: Waiting): boolean {
    return this.#heldByOthers(share) + bytes <= this.#limit.most;
  }

  /**
   * The answer to continue when no other can: the one with the most bytes, so that it completes;
   * `null`: another continues.
   */
  #inExcess(): Waiting | null {
    const shares = [...this.#shares];
    if (!shares.every((share) => share.waits || share.hasStalled)) return null;
    const held = shares.reduce((sum, { bytes }) => sum + bytes, 0);
    if (held > 2 * this.#limit.most && shares.some((share) => share.hasStalled)) return null;
    const all = [...this.#waiting.values()].flat();
    return all.reduce((most, each) => (each.share.used > most.share.used ? each : most));
  }

  #leave(waiting: Waiting): void {
    const { document } = waiting.share;
    const line = this.#waiting.get(document)?.filter((each) => each !== waiting) ?? [];
    // The next turn belongs to another document.
    this.#waiting.delete(document);
    if (line.length > 0) this.#waiting.set(document, line);
  }

  /** Checks for stalled answers while others wait. */
  #watch(): void {
    if (this.#waiting.size === 0) {
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    this.#timer ??= setInterval(() => this.#look(), patience / 4);
  }

  #look(): void {
    const now = performance.now();
    for (const share of this.#shares) {
      if (share.waits || share.hasStalled || now - share.movedAt < patience) continue;
      share.hasStalled = true;
      share.bytes = share.used;
    }
    this.#admit();
    if (this.#waiting.size === 0) return;
    const stalled = [...this.#shares].filter((share) => share.hasStalled && share.evict !== null);
    const isStuck = [...this.#shares].every((share) => share.waits || share.hasStalled);
    const [largest] = stalled.toSorted((a, b) => b.bytes - a.bytes);
    if (isStuck) largest?.evict?.();
  }
}

interface Waiting {
  readonly share: BudgetShare;
  /** In total. */
  readonly bytes: number;
  readonly begin: () => void;
}

class BudgetShare implements Share {
  readonly document: number;
  bytes = 0;
  used = 0;
  waits = false;
  hasStalled = false;
  movedAt = 0;
  evict: (() => void) | null = null;
  readonly #changed: (share: BudgetShare) => void;

  constructor(document: number, changed: (share: BudgetShare) => void) {
    this.document = document;
    this.#changed = changed;
  }

  touch(used: number): void {
    this.used = used;
    this.movedAt = performance.now();
  }

  settle(): void {
    this.evict = null;
    this.bytes = this.used;
    this.#changed(this);
  }

  [Symbol.dispose](): void {
    this.used = 0;
    this.settle();
  }
}
