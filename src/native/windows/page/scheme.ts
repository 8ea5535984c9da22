import { keyHeader } from "../../../contract/page/message.ts";
import type { Address } from "../../ffi/signature.ts";
import { isCallOf, isCallPath, keyLength } from "../../page/key.ts";
import type { RequestView } from "../../page/page-view.ts";
import { callerOf, receiveRequest as receive } from "../../page/requests.ts";
import { later } from "../loop.ts";
import type { Frames } from "./frames.ts";
import { refusal, WebResourceRequest, type AnsweringView } from "./request.ts";
import type { ReadyAnswer } from "./response.ts";

/** The source of requests. */
export interface SchemeView extends AnsweringView, RequestView {
  readonly frames: Frames;
  /** Calls whose document has not reported its key yet. */
  readonly pending: PendingCalls;
}

interface HeldRequest {
  readonly view: SchemeView;
  readonly request: WebResourceRequest;
}

// The maximum delay of a greeting, and the maximum number of calls that wait for one: they are held
// unread.
const patience = 2000;
const maxPending = 16;

interface PendingCall {
  /** Whether its document is shown and has reported its key. */
  readonly isReady: () => boolean;
  readonly end: () => void;
}

/**
 * Calls that overtake the greeting of their document: messages and requests use different channels.
 */
export class PendingCalls {
  readonly #waiting = new Set<PendingCall>();

  /** Whether a call waits. When it is ready, or after a time limit, `decide` is called, once. */
  hold(isReady: () => boolean, decide: () => void): boolean {
    if (this.#waiting.size >= maxPending) return false;
    const end = (): void => {
      cancel();
      if (this.#waiting.delete(call)) decide();
    };
    const cancel = later(patience, end);
    const call = { isReady, end };
    this.#waiting.add(call);
    return true;
  }

  /** A document was shown, or reported its key. */
  look(): void {
    for (const { isReady, end } of this.#waiting) if (isReady()) end();
  }

  /** The view is closed. */
  endAll(): void {
    for (const { end } of this.#waiting) end();
  }
}

/** Receives a request of a page to one of the app's schemes. */
export function receiveRequest(view: SchemeView, args: Address): void {
  const request = new WebResourceRequest(view, args);
  try {
    admit({ view, request });
  } catch (error) {
    // A request without an answer would keep its page waiting forever.
    request.send(refusal(500, error instanceof Error ? error.message : String(error)));
  }
}

function admit(held: HeldRequest): void {
  const { view, request } = held;
  const { url, headers, isDocument } = request;
  if (!view.frames.mayLoad(url, headers, isDocument))
    return request.send(refusal(403, "it is for the app's own pages"));
  if (isPreflight(request)) return request.send(preflightAnswer(held));
  const decide = (): void => void receive(view, request);
  const isHeld = mayBePending(held) && view.pending.hold(() => callerOf(held) !== null, decide);
  if (!isHeld) decide();
}

/** Whether a request may be a call of a document that has not reported its key yet. */
function mayBePending({ view, request }: HeldRequest): boolean {
  const head = { method: request.method, path: request.path, key: request.header(keyHeader) };
  const { current } = view.documents;
  if (!isCallPath(head) || head.key?.length !== keyLength) return false;
  return current === null || !isCallOf(current, head);
}

/**
 * Whether the engine sends a preflight for a call of another origin: one of a development server.
 */
function isPreflight({ method, path, headers }: WebResourceRequest): boolean {
  const wanted = headers["access-control-request-method"];
  return method === "OPTIONS" && wanted !== undefined && isCallPath({ method: wanted, path });
}

/** Permits the page of the window. Its key decides whether it may call. */
function preflightAnswer({ view, request }: HeldRequest): ReadyAnswer {
  const { origin = "null" } = request.headers;
  if (view.documents.current?.origin !== origin)
    return refusal(403, "it is for the app's own pages");
  return {
    status: 204,
    headers: {
      "access-control-allow-origin": origin,
      "access-control-allow-methods": "GET, POST",
      "access-control-allow-headers": keyHeader,
    },
    bytes: new Uint8Array(),
  };
}
