import type { PlainError } from "../errors.ts";
import type { UiCallArgs, UiCallName, UiEventName, UiEvents } from "../ui/index.ts";

/** App thread → ui thread. */
export type ToUi = {
  [N in UiCallName]: { readonly id: number; readonly call: N; readonly args: UiCallArgs<N> };
}[UiCallName];

/** App thread → ui thread, besides calls: the lifecycle of the app or of this thread. */
export type LifeMessage =
  /** The app begins to end. */
  | "ending"
  /** Whether the app ends with its last window; initially it does. */
  | "ends with the last window"
  | "stays without windows";

/**
 * App thread → ui thread, in development: another thread will replace this one, and receives this
 * message.
 */
export interface RestartMessage {
  readonly restart: HandedOver;
}

/** The state that an app thread passes to its successor, in development. */
export interface HandedOver {
  /** The paths that the user granted, as `Grants.restore` takes them. */
  readonly grants: readonly unknown[];
}

/** Ui thread → app thread. */
export type ToApp =
  | { readonly kind: "answer"; readonly id: number; readonly result: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly error: PlainError }
  | {
      [E in UiEventName]: {
        readonly kind: "event";
        readonly event: E;
        readonly payload: UiEvents[E];
      };
    }[UiEventName];

/**
 * A page's call, and the reply to it, as JSON text. Bytes inside `args` or `result` are taken out
 * and follow the JSON; `attachments` holds their positions.
 */
export interface CallMessage {
  readonly command: string;
  readonly args: unknown;
  readonly attachments?: readonly Attachment[];
  /**
   * The page's policy forbids requests: bytes arrive, and must return, as base64 inside the JSON.
   */
  readonly inline?: true;
}

export type ReplyMessage =
  | { readonly ok: true; readonly result?: unknown; readonly attachments?: readonly Attachment[] }
  /**
   * The reply holds many bytes but the call came as text: fetch the whole reply from `replyPath` +
   * ticket.
   */
  | { readonly ok: true; readonly ticket: string }
  | { readonly ok: false; readonly error: PlainError };

export interface Attachment {
  /** The keys that lead to its position inside `args` or `result`; empty: it is the whole value. */
  readonly path: readonly (string | number)[];
  /** Its length in the bytes that follow the JSON, in order. */
  readonly length: number;
  /** The bytes are the UTF-8 of a long text. */
  readonly isText?: true;
  /**
   * The bytes themselves, instead of `length` bytes behind the JSON: for few bytes, or with
   * `CallMessage.inline`.
   */
  readonly base64?: string;
}

/**
 * A call or reply with bytes, as one body:
 *
 *   4 bytes    length of the JSON, little endian
 *   n bytes    the JSON, UTF-8
 *   the rest   the attachments, one after the other
 */
export const packetHeaderLength = 4;

/**
 * Up to this number of bytes of a call or reply stay inside the JSON of a message, as base64. More
 * bytes are faster in a request of their own.
 */
export const maxBytesInText = 16 * 1024;

/**
 * Longer texts, in characters, travel as requests beside the JSON, because JSON is written and read
 * character by character. Measured: a message wins at 64 KB and loses at 256 KB.
 */
export const longText = 100_000;

/**
 * Calls of a document travel in several ways that overtake one another, so the bridge numbers them,
 * from 1 on, in the order in which the page makes them. The number stands outside of the call, in
 * front of a message and in the query of a POST, together with the highest number up to which the
 * bridge knows that all calls have begun:
 *
 *   12,8 {"command":…}        a call as text, sealed or not
 *   /__ipc/call?12,8          a call by POST
 *   !12                       call 12 does not come: the bridge could not send it
 *   ?12                       is answered when all calls up to 12 have begun
 *
 * In development a document may continue with another app thread. Then the numbers restart, and the
 * count of such changes follows as a third number (`12,8,1 {…}`, `!12,1`, `?12,1`), so that earlier
 * messages are not mistaken for later ones.
 *
 * A call without a number, such as `event.next` or the request for a reply, has no position and
 * begins at once. Those two do not count as unanswered calls.
 */
export const callMarks = { gaveUp: "!", reached: "?" } as const;
/**
 * The maximum number of a document's calls that are sent but not yet begun. The bridge holds back
 * later calls, so that a page with many calls fills no queue that other pages share.
 */
export const callWindow = 4096;
/**
 * The maximum size in bytes of long calls that are sent but not yet begun, or one call above it: an
 * engine puts a message or body into the app's memory before the app sees it.
 */
export const byteWindow = 64 * 1024 * 1024;

/** The address of an empty answer: a page tests with it whether its policy permits requests. */
export const probePath = "/__ipc/probe";
/** The path for POSTs with many bytes or long text in their arguments, on the app's own host. */
export const callPath = "/__ipc/call";
/** The path for the bytes of a reply that could not travel as text: `/__ipc/reply/<ticket>`. */
export const replyPath = "/__ipc/reply/";
/**
 * Replaces the command, with `{ ticket }`: a page whose policy forbids requests fetches a kept
 * reply with it. It gets the whole reply with its bytes as base64.
 */
export const fetchReply = "__reply";
/**
 * The header of a long reply with a ticket. The page requests the ticket at `replyPath` once it has
 * the whole reply, and gets an empty answer: other documents may wait for the memory.
 */
export const ticketHeader = "x-framework-ticket";
/** The request header that carries the document's key. */
export const keyHeader = "x-framework-key";
