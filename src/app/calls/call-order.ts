import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { callMarks, callWindow } from "../../contract/page/message.ts";

/** The place of a call among those of its document (see `callMarks`). */
export interface CallPlace {
  /** From 1 on, in the order in which the page made its calls. */
  readonly number: number;
  /** No call up to this number is still to come. */
  readonly reached: number;
  /** How often the document went on with another app thread. */
  readonly epoch: number;
}

/** A call that waits for its turn. */
interface Early {
  readonly begin: () => void;
  readonly drop: (reason: FrameworkError) => void;
}

/** A message of a page, and what stands in front of it. */
export type PlacedMessage =
  | { readonly kind: "call"; readonly place: CallPlace | null; readonly text: string }
  | {
      readonly kind: "gave-up" | "reached";
      readonly number: number;
      readonly epoch: number;
    };

const placed = /^(?:(\d{1,15}),(\d{1,15})(?:,(\d{1,9}))? |([!?])(\d{1,15})(?:,(\d{1,9}))?$)/;

/** Reads what stands in front of a message (see `callMarks`). */
export function readPlaced(text: string): PlacedMessage {
  const [head, number, reached, epoch = 0, mark, marked, markedEpoch = 0] = placed.exec(text) ?? [];
  if (head === undefined) return { kind: "call", place: null, text };
  if (mark !== undefined)
    return {
      kind: mark === callMarks.gaveUp ? "gave-up" : "reached",
      number: Number(marked),
      epoch: Number(markedEpoch),
    };
  const place = { number: Number(number), reached: Number(reached), epoch: Number(epoch) };
  return { kind: "call", place, text: text.slice(head.length) };
}

/** The place of a call that came by POST, from the query of its address. */
export function readPlaceOfQuery(query: string): CallPlace | null {
  const message = readPlaced(`${query.slice(1)} `);
  return message.kind === "call" ? message.place : null;
}

/**
 * Begins the calls of one document in the order in which the page made them, whatever way they
 * came: a request and a message overtake each other. A call that is early waits for those before
 * it, and so does one that would be one too many without an answer.
 */
export class CallOrder {
  readonly #whenFull: () => void;
  /** Those that came before their turn; `null`: the page gave it up. */
  readonly #early = new Map<number, Early | null>();
  #next = 1;
  #unanswered = 0;
  #wasFull = false;
  #reached: { readonly number: number; readonly tell: () => void } | null = null;

  /** How often the document went on with another app thread. */
  readonly epoch: number;

  /** @param whenFull called the first time that a call waits because too many have no answer */
  constructor(whenFull: () => void, epoch: number) {
    this.#whenFull = whenFull;
    this.epoch = epoch;
  }

  /**
   * Begins a call in its turn. It counts as unanswered until `answered`.
   *
   * @param place `null`: it has none, and begins at once
   * @throws FrameworkError `bad-message` for a place that no call of the bridge has, `bad-argument`
   *   for one call too many without a place, `closed` when the document goes, or gives the call up,
   *   before its turn, `restarted` for a call that was made to an app thread before this one
   */
  run<Reply>(place: CallPlace | null, begin: () => Promise<Reply>): Promise<Reply> {
    if (place === null) {
      if (this.#unanswered >= limits.unansweredCalls.most) throw tooMany();
      this.#unanswered++;
      return begin();
    }
    if (place.epoch !== this.epoch) throw restarted();
    this.#skipTo(place);
    const { number } = place;
    if (number < this.#next || number >= this.#next + callWindow || this.#early.has(number))
      throw new FrameworkError(
        "bad-message",
        `Cannot read a call: its number is ${number}, it must be the next one`,
      );
    if (number === this.#next && this.#hasRoom()) {
      this.#next++;
      this.#unanswered++;
      const reply = begin();
      this.#goOn();
      return reply;
    }
    return new Promise((resolve, reject) => {
      this.#early.set(number, {
        begin: () => {
          this.#unanswered++;
          resolve(begin());
        },
        drop: reject,
      });
    });
  }

  /** A call that began has its answer. */
  answered(): void {
    this.#unanswered--;
    if (this.#early.size === 0) return;
    this.#goOn();
  }

  /** The page sends no call of this number, or wants none of it any more. */
  giveUp(number: number): void {
    if (number < this.#next || number >= this.#next + callWindow) return;
    this.#early.get(number)?.drop(closed("its page gave it up"));
    this.#early.set(number, null);
    this.#goOn();
  }

  /**
   * Settles when every call up to this number has begun. There is one such wish: a later one
   * settles the one before.
   */
  whenReached(number: number): Promise<void> {
    this.#reached?.tell();
    this.#reached = null;
    if (number < this.#next) return Promise.resolve();
    return new Promise((tell) => (this.#reached = { number, tell }));
  }

  /** The document has gone: calls that wait do not begin any more. */
  close(): void {
    for (const early of this.#early.values()) early?.drop(closed("its page went away"));
    this.#early.clear();
    this.#reached?.tell();
  }

  /** Another app thread has begun the calls up to there. */
  #skipTo({ number, reached }: CallPlace): void {
    if (reached >= number || reached < this.#next) return;
    for (const [early, call] of this.#early) {
      if (early > reached) continue;
      this.#early.delete(early);
      call?.drop(closed("its page gave it up"));
    }
    this.#next = reached + 1;
    this.#goOn();
  }

  #hasRoom(): boolean {
    if (this.#unanswered < limits.unansweredCalls.most) return true;
    if (!this.#wasFull) this.#whenFull();
    this.#wasFull = true;
    return false;
  }

  #goOn(): void {
    for (
      let call = this.#early.get(this.#next);
      call !== undefined;
      call = this.#early.get(this.#next)
    ) {
      if (call !== null && !this.#hasRoom()) break;
      this.#early.delete(this.#next++);
      call?.begin();
    }
    if (this.#reached === null || this.#reached.number >= this.#next) return;
    this.#reached.tell();
    this.#reached = null;
  }
}

function tooMany(): FrameworkError {
  const { most } = limits.unansweredCalls;
  return new FrameworkError(
    "bad-argument",
    `Cannot run one more call: ${most} of this page wait for their answers`,
  );
}

function closed(reason: string): FrameworkError {
  return new FrameworkError("closed", `Cannot run a call: ${reason}`);
}

/** The call was made to an app thread before this one, in development. */
export function restarted(): FrameworkError {
  return new FrameworkError(
    "restarted",
    "Cannot answer: the app's own code was started again after the call",
  );
}
