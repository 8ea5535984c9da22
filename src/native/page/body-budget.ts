import { limits } from "../../contract/limits.ts";
import type { RequestView } from "./page-view.ts";

/** Milliseconds after which bodies of calls without an answer hold up those that wait no longer. */
const patience = 2000;

/** Whose bodies these are. */
type BodyOwner = Pick<RequestView, "later">;

interface Waiting {
  readonly bytes: number;
  readonly read: () => void;
}

/**
 * The bodies of calls that were read and have no answer yet, of all pages together. What does not
 * fit waits unread, pages in turns.
 *
 * A handler may wait for a later call of its page. So where no body was let go for a while, the
 * next one is read in excess, up to the limit of its page.
 */
export class BodyBudget {
  readonly #held = new Map<BodyOwner, number>();
  /** By page, the one whose turn is next first. */
  readonly #waiting = new Map<BodyOwner, Waiting[]>();
  #total = 0;
  #stopTimer: (() => void) | null = null;

  /** Runs `read` when a body of a page fits: at once, unless others take all there is. */
  reserve(page: BodyOwner, bytes: number, read: () => void): void {
    if (this.#waiting.size === 0 && this.#fits(page, bytes))
      return this.#begin(page, { bytes, read });
    const line = this.#waiting.get(page);
    if (line === undefined) this.#waiting.set(page, [{ bytes, read }]);
    else line.push({ bytes, read });
    this.#admit();
  }

  /** A call whose body was read has its answer, or needs none any more. */
  release(page: BodyOwner, bytes: number): void {
    if (bytes === 0) return;
    const left = (this.#held.get(page) ?? 0) - bytes;
    if (left > 0) this.#held.set(page, left);
    else this.#held.delete(page);
    this.#total -= bytes;
    this.#stop();
    this.#admit();
  }

  /** A page has gone, and with it what waits. */
  forget(page: BodyOwner): void {
    this.#waiting.delete(page);
    this.#admit();
  }

  /** One alone always does, whatever its length. */
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

  /** Begins what may begin. A page whose body does not fit keeps its turn. */
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

  /**
   * Takes the first that waits out of its line, where it may begin. Pages that have all they may
   * are passed by.
   */
  #next(may: (page: BodyOwner, bytes: number) => boolean): [BodyOwner, Waiting] | null {
    for (const [page, line] of this.#waiting) {
      const [first, ...rest] = line as [Waiting, ...Waiting[]];
      if (!this.#isWithin(page, first.bytes)) continue;
      if (!may(page, first.bytes)) return null;
      // Another page is next.
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

/** The one of this app. */
export const bodyBudget = new BodyBudget();
