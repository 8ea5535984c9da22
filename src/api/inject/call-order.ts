// Part of the bridge: numbers a page's calls in the order in which the page makes them, and keeps
// back those that the app is not ready for (`contract/page/message.ts` says how both travel).

import type { callMarks } from "../../contract/page/message.ts";
import { ignoreFailure } from "./primordials.ts";

/**
 * Sends a call, and settles with what reads its answer once that is there. Rejects when the call
 * did not reach the app.
 *
 * @param place what travels with it, in front of a message or in an address
 */
export type Send = (place: string) => Promise<() => unknown>;

/** A call that waits for the app to begin those before it. */
interface KeptBack {
  readonly number: number;
  readonly begin: () => void;
  next: KeptBack | null;
}

/**
 * @param post sends a message as it is
 * @param window so many calls are on their way that the app has not begun, as far as is known
 */
export function openCallOrder(
  post: (message: string) => Promise<unknown>,
  marks: typeof callMarks,
  window: number,
): (send: Send) => Promise<unknown> {
  const OwnPromise = Promise;
  let last = 0;
  /** The app has begun all calls up to this one: an answer says so of those before it, too. */
  let reached = 0;
  let first: KeptBack | null = null;
  let end: KeptBack | null = null;
  let isAsking = false;

  const reach = (number: number): void => {
    if (number > reached) reached = number;
    while (first !== null && first.number <= reached + window) {
      const { begin } = first;
      first = first.next;
      begin();
    }
    if (first !== null) void askReached();
  };

  /** Answers may be long in coming, and even wait for calls that were kept back. */
  const askReached = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const number = reached + window;
    try {
      await post(marks.reached + number);
    } catch {
      // No call of this page gets there any more, and each of them rejects.
    }
    isAsking = false;
    reach(number);
  };

  const keepBack = (number: number): Promise<void> =>
    new OwnPromise((begin) => {
      const kept: KeptBack = { number, begin, next: null };
      if (first === null || end === null) first = kept;
      else end.next = kept;
      end = kept;
      void askReached();
    });

  return async (send) => {
    const number = ++last;
    if (number > reached + window) await keepBack(number);
    let read: () => unknown;
    try {
      read = await send(`${number},${reached}`);
    } catch (error) {
      // Those after it must not wait for it.
      ignoreFailure(post(marks.gaveUp + number));
      throw error;
    }
    if (number > reached) reach(number);
    return read();
  };
}
