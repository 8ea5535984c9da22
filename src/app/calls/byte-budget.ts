import type { Limit } from "../../contract/limits.ts";
import { until } from "./until.ts";

/**
 * Milliseconds after which what holds room and gets nothing more is passed by, where others wait.
 */
const patience = 2000;

/** What one answer holds of the room. */
export interface Share extends Disposable {
  /** How much it may hold; less than it has been given when it has stalled. */
  readonly bytes: number;
  /** Notes that it goes on, and how much of its bytes it has by now. */
  touch(used: number): void;
  /** It gets no more: what it does not use is for others. */
  settle(): void;
  /** Has it end when others need what it holds and gets no more of; `null`: it ends by itself. */
  evict: (() => void) | null;
}

/**
 * What large answers of all documents may hold of the app's memory at once. Documents take turns,
 * and the answers of one document their order.
 *
 * An answer of unknown length asks again and again, and keeps what it has meanwhile. So when all
 * that is held is held by answers which wait, or have stalled, the next one gets what it needs, in
 * excess of the room: one always goes on. What has stalled counts as what it has by then, and the
 * largest of those is evicted where that is too much.
 */
export class ByteBudget {
  readonly #limit: Limit;
  readonly #shares = new Set<BudgetShare>();
  /** By document, the one whose turn is next first. */
  readonly #waiting = new Map<number, Waiting[]>();
  #timer: NodeJS.Timeout | null = null;

  /** @param limit bytes */
  constructor(limit: Limit) {
    this.#limit = limit;
  }

  /** An answer of a document, which holds nothing yet. */
  share(document: number): Share {
    return new BudgetShare(document, (share) => this.#changed(share));
  }

  /** Lets an answer hold so many bytes in all; `false`: it would have to wait. */
  tryReserve(share: Share, bytes: number): boolean {
    const own = share as BudgetShare;
    const held = this.#heldByOthers(own);
    if (this.#waiting.size > 0 || (held > 0 && held + bytes > this.#limit.most)) return false;
    this.#give(own, bytes);
    return true;
  }

  /**
   * The same when it is its turn, and there is room.
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

  /** Begins what may begin, in turns. */
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
   * What goes on when nothing else does: what has most already, so that it comes to its end;
   * `null`: something does.
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
    // Another document is next.
    this.#waiting.delete(document);
    if (line.length > 0) this.#waiting.set(document, line);
  }

  /** While some wait, looks for those that have stalled. */
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
  /** In all. */
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
