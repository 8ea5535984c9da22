import type { PlainError } from "../errors.ts";
import type { UiCallArgs, UiCallName, UiEventName, UiEvents } from "../ui/index.ts";

/** App thread → ui thread. */
export type ToUi = {
  [N in UiCallName]: { readonly id: number; readonly call: N; readonly args: UiCallArgs<N> };
}[UiCallName];

/** App thread → ui thread, besides calls: how the life of the app, or of this thread, goes on. */
export type LifeMessage =
  /** It begins to end the app. */
  | "ending"
  /** Whether the app ends with its last window; at first it does. */
  | "ends with the last window"
  | "stays without windows";

/** App thread → ui thread, in development: another thread shall take its place, and gets this. */
export interface RestartMessage {
  readonly restart: HandedOver;
}

/** What an app thread leaves to the one that follows it, in development. */
export interface HandedOver {
  /** What the user allowed, as `Grants.restore` takes it. */
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
 * and follow the JSON; `attachments` tells where each belongs.
 */
export interface CallMessage {
  readonly command: string;
  readonly args: unknown;
  readonly attachments?: readonly Attachment[];
  /**
   * The page's policy forbids requests: bytes come, and must go back, as base64 inside the JSON.
   */
  readonly inline?: true;
}

export type ReplyMessage =
  | { readonly ok: true; readonly result?: unknown; readonly attachments?: readonly Attachment[] }
  /**
   * The reply holds many bytes but the call came as text: fetch the whole of it from `replyPath` +
   * ticket.
   */
  | { readonly ok: true; readonly ticket: string }
  | { readonly ok: false; readonly error: PlainError };

export interface Attachment {
  /** The keys that lead to its place inside `args` or `result`; empty: it is the whole value. */
  readonly path: readonly (string | number)[];
  /** Its length in the bytes that follow the JSON, in order. */
  readonly length: number;
  /** It is a long text, whose UTF-8 the bytes are. */
  readonly isText?: true;
  /**
   * The bytes themselves, instead of `length` bytes behind the JSON: few of them, or
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
 * So many bytes of a call or reply together stay inside the JSON of a message, as base64. More are
 * quicker beside it, by a request.
 */
export const maxBytesInText = 16 * 1024;

/**
 * Longer texts, in characters, travel as requests, and there beside the JSON, which would be
 * written and read character by character. Measured: a message wins at 64 KB and loses at 256 KB.
 */
export const longText = 100_000;

/**
 * Calls of a document travel in several ways that overtake one another, so the bridge numbers them,
 * from 1 on, at the moment the page makes them. The number stands outside of the call, in front of
 * a message and in the query of a POST, together with the number up to which the bridge knows that
 * all calls have begun:
 *
 *   12,8 {"command":…}        a call as text, sealed or not
 *   /__ipc/call?12,8          a call by POST
 *   !12                       call 12 does not come: the bridge could not send it
 *   ?12                       is answered when all calls up to 12 have begun
 *
 * In development a document may go on with another app thread. Then the numbers begin anew, and
 * the count of such changes follows as a third number (`12,8,1 {…}`, `!12,1`, `?12,1`): what was
 * sent before is not taken for what comes now.
 *
 * A call with nothing in front, as `event.next` and what fetches a reply, has no place and begins
 * at once.
 */
export const callMarks = { gaveUp: "!", reached: "?" } as const;
/**
 * So many calls of a document are on their way that the app has not begun yet. The bridge keeps
 * later ones back. So one page that makes any number of calls at once fills no queue that others
 * wait in.
 */
export const callWindow = 1024;
/**
 * So many bytes of calls by POST are on their way that the app has not begun yet, or one call of
 * more: an engine has a body in the app's memory before the app looks at it.
 */
export const bodyWindow = 64 * 1024 * 1024;

/** Answered with nothing at all: how a page finds out whether its policy lets it make requests. */
export const probePath = "/__ipc/probe";
/** Where a page posts calls whose arguments hold many bytes or long text, on the app's own host. */
export const callPath = "/__ipc/call";
/**
 * Where a page fetches the bytes of a reply that could not travel as text: `/__ipc/reply/<ticket>`.
 */
export const replyPath = "/__ipc/reply/";
/**
 * In place of a command, with `{ ticket }`: how a page whose policy forbids requests fetches a kept
 * reply. It gets the whole reply with its bytes as base64.
 */
export const fetchReply = "__reply";
/**
 * The header of a long reply that says what the page asks for at `replyPath`, of which nothing
 * comes, once it has the whole of it: others may wait for the memory.
 */
export const ticketHeader = "x-framework-ticket";
/** The request header that carries the document's key. */
export const keyHeader = "x-framework-key";
