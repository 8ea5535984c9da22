import { limits } from "../../contract/limits.ts";
import type { RequestView } from "./page-view.ts";

/** Milliseconds after which unanswered calls no longer delay waiting bodies. */
const patience = 2000;

/** The page that owns the bodies. */
type BodyOwner = Pick<RequestView, "later">;

interface Waiting {
  readonly bytes: number;
  readonly read: () => void;
}

/**
 * The unanswered bodies of calls, of all pages together. A body above the budget waits unread,
 * pages in turns.
 *
 * A handler may wait for a later call of its page. So if no body was released for a while, the next
 * one is read in excess, up to the limit of its page.
 */
export class BodyBudget {
  readonly #held = new Map<BodyOwner, number>();
  /** By page, in the order of their turns. */
  readonly #waiting = new Map<BodyOwner, Waiting[]>();
  #total = 0;
  #stopTimer: (() => void) | null = null;

  /** Runs `read` when a body of a page fits: at once, unless others use the whole budget. */
  reserve(page: BodyOwner, bytes: number, read: () => void): void {
    if (this.#waiting.size === 0 && this.#fits(page, bytes))
      return this.#begin(page, { bytes, read });
    const line = this.#waiting.get(page);
    if (line === undefined) this.#waiting.set(page, [{ bytes, read }]);
    else line.push({ bytes, read });
    this.#admit();
  }

  /** A call with a read body has its answer, or needs none any more. */
  release(page: BodyOwner, bytes: number): void {
    if (bytes === 0) return;
    const left = (this.#held.get(page) ?? 0) - bytes;
    if (left > 0) this.#held.set(page, left);
    else this.#held.delete(page);
    this.#total -= bytes;
    this.#stop();
    this.#admit();
  }

  /** A page is closed, and its waiting bodies with it. */
  forget(page: BodyOwner): void {
    this.#waiting.delete(page);
    this.#admit();
  }

  /** A single body always does, regardless of its length. */
  #fits(page: BodyOwner, bytes: number): boolean {
    return (
      this.#total === 0 ||
      (this.#total + bytes <= limits.bodiesHeld.most && this.#isWithin(page, bytes))
    );
  }

  #isWithin(page: BodyOwner, bytes: number): boolean {
    const own = this.#held.get(page) ?? 0;
    return own === 0 || own + bytes <= limits.bodiesInFlight.most;
  }

  /** Admits waiting bodies. A page whose body does not fit keeps its turn. */
  #admit(): void {
    for (;;) {
      const next = this.#next((page, bytes) => this.#fits(page, bytes));
      if (next === null) break;
      this.#begin(...next);
    }
    if (this.#waiting.size === 0) return this.#stop();
    const [page] = this.#waiting.keys();
    this.#stopTimer ??= (page as BodyOwner).later(patience, () => {
      this.#stopTimer = null;
      const next = this.#next((each, bytes) => this.#isWithin(each, bytes));
      if (next !== null) this.#begin(...next);
      this.#admit();
    });
  }

  /** Removes the first waiting body that may begin. Pages at their limit are skipped. */
  #next(may: (page: BodyOwner, bytes: number) => boolean): [BodyOwner, Waiting] | null {
    for (const [page, line] of this.#waiting) {
      const [first, ...rest] = line as [Waiting, ...Waiting[]];
      if (!this.#isWithin(page, first.bytes)) continue;
      if (!may(page, first.bytes)) return null;
      // The next turn belongs to another page.
      this.#waiting.delete(page);
      if (rest.length > 0) this.#waiting.set(page, rest);
      return [page, first];
    }
    return null;
  }

  #begin(page: BodyOwner, { bytes, read }: Waiting): void {
    this.#held.set(page, (this.#held.get(page) ?? 0) + bytes);
    this.#total += bytes;
    read();
  }

  #stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }
}

/** The budget of this app. */
export const bodyBudget = new BodyBudget();
