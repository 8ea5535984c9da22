import { FrameworkError } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { callMarks, callWindow } from "../../contract/page/message.ts";

/** The position of a call among those of its document (see `callMarks`). */
export interface CallPlace {
  /** From 1 on, in the order in which the page made its calls. */
  readonly number: number;
  /** All calls up to this number have arrived. */
  readonly reached: number;
  /** The number of times that the document continued with another app thread. */
  readonly epoch: number;
}

/**
 * The maximum number of calls of a document that the ui thread has yet to answer. Its messages are
 * one queue for all windows.
 */
const maxInUi = 16;

/** A call that waits for its turn. */
interface Early {
  readonly begin: () => void;
  readonly drop: (reason: FrameworkError) => void;
}

/** A message of a page, and its prefix. */
export type PlacedMessage =
  | { readonly kind: "call"; readonly place: CallPlace | null; readonly text: string }
  | {
      readonly kind: "gave-up" | "reached";
      readonly number: number;
      readonly epoch: number;
    };

const placed = /^(?:(\d{1,15}),(\d{1,15})(?:,(\d{1,9}))? |([!?])(\d{1,15})(?:,(\d{1,9}))?$)/;

/** Parses the prefix of a message (see `callMarks`). */
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

/** The position of a call by POST, from the query of its address. */
export function readPlaceOfQuery(query: string): CallPlace | null {
  const message = readPlaced(`${query.slice(1)} `);
  return message.kind === "call" ? message.place : null;
}

/**
 * Begins the calls of one document in the order in which the page made them, on any channel: a
 * request and a message can overtake each other. An early call waits for those before it, and so
 * does a call above the limit of unanswered ones.
 */
export class CallOrder {
  readonly #whenFull: () => void;
  /** The calls that came before their turn; `null`: the page gave it up. */
  readonly #early = new Map<number, Early | null>();
  #next = 1;
  #unanswered = 0;
  #inUi = 0;
  #wasFull = false;
  #reached: { readonly number: number; readonly tell: () => void } | null = null;

  /** The number of times that the document continued with another app thread. */
  readonly epoch: number;

  /**
   * @param whenFull called the first time that a call waits because of the limit of unanswered ones
   */
  constructor(whenFull: () => void, epoch: number) {
    this.#whenFull = whenFull;
    this.epoch = epoch;
  }

  /**
   * Begins a call in its turn. It counts as unanswered until `answered`.
   *
   * @throws FrameworkError `bad-message` for a position that the bridge never assigns, `closed`
   * when the document closes, or gives the call up, before its turn, `restarted` for a call to a
   * previous app thread
   */
  run<Reply>(place: CallPlace, begin: () => Promise<Reply>): Promise<Reply> {
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

  /**
   * Counts a call without a position as unanswered until `answered`.
   *
   * @throws FrameworkError `bad-argument` for one call too many
   */
  countUnplaced(): void {
    if (this.#unanswered >= limits.unansweredCalls.most) throw tooMany();
    this.#unanswered++;
  }

  /** A begun call is for the ui thread; too many of them hold up the next call. */
  beganInUi(): void {
    this.#inUi++;
  }

  /** A begun call has its answer; `isInUi`: that of the ui thread. */
  answered(isInUi: boolean): void {
    this.#unanswered--;
    if (isInUi) this.#inUi--;
    if (this.#early.size === 0) return;
    this.#goOn();
  }

  /** The page does not send the call of this number, or no longer wants it. */
  giveUp(number: number): void {
    if (number < this.#next || number >= this.#next + callWindow) return;
    this.#early.get(number)?.drop(closed("its page gave it up"));
    this.#early.set(number, null);
    this.#goOn();
  }

  /**
   * Settles when every call up to this number has begun. At most one caller waits: a later one
   * settles the earlier one.
   */
  whenReached(number: number): Promise<void> {
    this.#reached?.tell();
    this.#reached = null;
    if (number < this.#next) return Promise.resolve();
    return new Promise((tell) => (this.#reached = { number, tell }));
  }

  /** The document has closed: waiting calls no longer begin. */
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
    if (this.#inUi >= maxInUi) return false;
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

/** The call was made to a previous app thread, in development. */
export function restarted(): FrameworkError {
  return new FrameworkError(
    "restarted",
    "Cannot answer: the app's own code was started again after the call",
  );
}
