// Part of the bridge: numbers a page's calls in their order, and holds back calls that the app is
// not ready for (`contract/page/message.ts` describes both).

import type { callMarks } from "../../contract/page/message.ts";
import { ignoreFailure } from "./primordials.ts";

/**
 * Sends a call, and settles with its result. Rejects without `arrived` when the call did not reach
 * the app.
 *
 * @param place its position, in front of a message or in an address
 * @param arrived called when the answer has arrived, before it is read
 */
export type Send = (place: string, arrived: () => void) => Promise<unknown>;

/** A call that is ready to be sent. */
export interface Written {
  readonly send: Send;
  /** The memory that it takes; `0`: it is short. */
  readonly bytes: number;
}

/** A call that waits for the app to begin earlier ones. */
interface KeptBack {
  readonly number: number;
  readonly bytes: number;
  readonly begin: () => void;
  next: KeptBack | null;
}

/** A long call that the app has not begun, as far as known. */
interface OnTheWay {
  readonly number: number;
  /** `0`: it was not sent after all. */
  bytes: number;
  next: OnTheWay | null;
}

/** The limits of sent calls that the app has not begun. */
export interface CallWindows {
  /** Calls. */
  readonly callWindow: number;
  /** Bytes of long calls; a longer one is sent alone. */
  readonly byteWindow: number;
}

/**
 * @param post sends a message directly
 * @param epoch the number of times that the document continued with another app thread, in
 * development
 */
export function openCallOrder(
  post: (message: string) => Promise<unknown>,
  marks: typeof callMarks,
  { callWindow, byteWindow }: CallWindows,
  epoch = 0,
): (written: Written) => Promise<unknown> {
  const OwnPromise = Promise;
  const suffix = epoch === 0 ? "" : "," + epoch;
  let last = 0;
  /** The app has begun all calls up to this one: an answer confirms earlier ones, too. */
  let reached = 0;
  let first: KeptBack | null = null;
  let end: KeptBack | null = null;
  let oldest: OnTheWay | null = null;
  let newest: OnTheWay | null = null;
  let bytesOnTheWay = 0;
  let isAsking = false;
  /**
   * The window of calls was full: later calls wait until half of it is free. One call for each
   * answer would cost the engine a message of its own; it sends many calls together.
   */
  let isFull = false;

  const mayGo = (number: number, bytes: number): boolean =>
    number <= reached + callWindow &&
    (bytes === 0 || bytesOnTheWay === 0 || bytesOnTheWay + bytes <= byteWindow);

  const go = (number: number, bytes: number): void => {
    if (bytes === 0) return;
    const body: OnTheWay = { number, bytes, next: null };
    bytesOnTheWay += bytes;
    if (newest === null || oldest === null) oldest = body;
    else newest.next = body;
    newest = body;
  };

  const release = (body: OnTheWay): void => {
    bytesOnTheWay -= body.bytes;
    body.bytes = 0;
  };

  const reach = (number: number): void => {
    if (number > reached) reached = number;
    while (oldest !== null && (oldest.number <= reached || oldest.bytes === 0)) {
      release(oldest);
      oldest = oldest.next;
    }
    if (first !== null && first.number <= reached + callWindow / 2) isFull = false;
    while (!isFull && first !== null && mayGo(first.number, first.bytes)) {
      const { begin } = first;
      go(first.number, first.bytes);
      first = first.next;
      begin();
    }
    if (first === null) return;
    if (first.number > reached + callWindow) isFull = true;
    void askReached();
  };

  /** Answers may be slow, and even wait for held-back calls. */
  const askReached = async (): Promise<void> => {
    if (isAsking || first === null) return;
    isAsking = true;
    const number = isFull || oldest === null ? first.number - callWindow / 2 : oldest.number;
    try {
      await post(marks.reached + number + suffix);
    } catch {
      // No call of this page arrives any more, and each of them rejects.
    }
    isAsking = false;
    reach(number);
  };

  const keepBack = (number: number, bytes: number): Promise<void> =>
    new OwnPromise((begin) => {
      const kept: KeptBack = { number, bytes, begin, next: null };
      if (first === null || end === null) {
        first = kept;
        isFull = number > reached + callWindow;
      } else end.next = kept;
      end = kept;
      void askReached();
    });

  /** A call that was not sent has no body in transit. */
  const giveUp = (number: number): void => {
    for (let body = oldest; body !== null; body = body.next)
      if (body.number === number) release(body);
    reach(reached);
  };

  return async ({ send, bytes }) => {
    const number = ++last;
    // In their order, so that a short call after a long one does not wait in the app.
    if (first !== null || !mayGo(number, bytes)) await keepBack(number, bytes);
    else go(number, bytes);
    let hasArrived = false;
    try {
      return await send(`${number},${reached}${suffix}`, () => {
        hasArrived = true;
        if (number > reached) reach(number);
      });
    } catch (error) {
      if (!hasArrived) {
        // Later calls must not wait for it.
        ignoreFailure(post(marks.gaveUp + number + suffix));
        giveUp(number);
      }
      throw error;
    }
  };
}
