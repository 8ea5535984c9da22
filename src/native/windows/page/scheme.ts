import { closeSync } from "node:fs";
import { keyHeader } from "../../../contract/page/message.ts";
import type { PageResponse } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import { Held } from "../../ffi/held.ts";
import { forgetWaiting, giveRoom } from "../../page/body-room.ts";
import { readCallBody } from "../../page/call-body.ts";
import type { Documents } from "../../shell/view/documents.ts";
import { isCallOf, isCallPath, keyLength } from "../../page/key.ts";
import { tellRequest, type Call } from "../../page/page-request.ts";
import { later } from "../loop.ts";
import type { Environment } from "./environment.ts";
import type { Frames } from "./frames.ts";
import { tolerate } from "./handlers.ts";
import { EngineRequest } from "./request.ts";
import { makeResponse, readAnswer, type ReadyAnswer } from "./response.ts";

/** Where requests come from. */
export interface RequestView {
  readonly documents: Documents;
  readonly frames: Frames;
  readonly environment: Environment;
  /** Calls whose document has not said its key yet. */
  readonly pending: PendingCalls;
}

interface HeldRequest {
  readonly view: RequestView;
  readonly request: EngineRequest;
  /** What its body takes, from when it is read on. */
  bytes: number;
}

const requests = new Held<HeldRequest>("requests");

// As long as a greeting may be under way, and as many as may wait for one: they are held without being looked at.
const patience = 2000;
const mostPending = 16;

interface PendingCall {
  /** Whether its document has come and said its key. */
  readonly isReady: () => boolean;
  readonly end: () => void;
}

/** Calls that are quicker than the greeting of their document: messages and requests take different ways. */
export class PendingCalls {
  readonly #waiting = new Map<number, PendingCall>();

  /** Whether a call waits. When it is ready, or after a time, `decide` is called, once. */
  hold(number: number, isReady: () => boolean, decide: () => void): boolean {
    if (this.#waiting.size >= mostPending) return false;
    const end = (): void => {
      cancel();
      if (this.#waiting.delete(number)) decide();
    };
    const cancel = later(patience, end);
    this.#waiting.set(number, { isReady, end });
    return true;
  }

  /** A document has come, or said its key. */
  look(): void {
    for (const { isReady, end } of this.#waiting.values()) if (isReady()) end();
  }
}

/** Takes a request of a page to one of the app's schemes. */
export function receiveRequest(view: RequestView, args: Address): void {
  const held = { view, request: new EngineRequest(args), bytes: 0 };
  const number = requests.add(held);
  try {
    admit(number, held);
  } catch (error) {
    // One without an answer would keep its page waiting for ever.
    respondWith(number, refusal(500, error instanceof Error ? error.message : String(error)));
  }
}

function admit(number: number, held: HeldRequest): void {
  const { view, request } = held;
  const { url, headers, isDocument } = request;
  if (view.documents.owner === null) return respondWith(number, refusal(503, "no window asks for it"));
  if (!view.frames.mayLoad(url, headers, isDocument))
    return respondWith(number, refusal(403, "it is for the app's own pages"));
  if (isPreflight(held)) return respondWith(number, preflightAnswer(held));
  if (mayBePending(held)) {
    const isHeld = view.pending.hold(
      number,
      () => callerOf(held) !== null,
      () => decide(number, held),
    );
    if (isHeld) return;
  }
  decide(number, held);
}

function decide(number: number, held: HeldRequest): void {
  // The window may have gone while it waited.
  if (requests.get(number) === undefined) return;
  const caller = callerOf(held);
  if (caller === null) emitRequest(number, held, null);
  else if (held.request.method === "GET") emitRequest(number, held, { ...caller, body: new Uint8Array() });
  else readCall(number, held, caller);
}

/** The document a call comes from, when the request is a call and carries that document's key. */
function callerOf({ view, request }: HeldRequest): Pick<Call, "sender"> | null {
  const document = view.documents.current;
  const { origin } = request.headers;
  if (document === null || !isCallOf(document, headOf(request))) return null;
  if (origin !== undefined && origin !== document.origin) return null;
  const { key: _, ...sender } = document;
  return { sender };
}

function headOf({ method, url, headers }: EngineRequest): Parameters<typeof isCallOf>[1] {
  return { method, path: URL.parse(url)?.pathname ?? "", key: headers[keyHeader] ?? null };
}

/** Whether a request may be a call of a document that has not said its key yet. */
function mayBePending({ view, request }: HeldRequest): boolean {
  const head = headOf(request);
  const { current } = view.documents;
  if (!isCallPath(head) || head.key?.length !== keyLength) return false;
  return current === null || !isCallOf(current, head);
}

/** Whether the engine asks if a page of another origin may make a call: one of a development server. */
function isPreflight({ request: { method, url, headers } }: HeldRequest): boolean {
  const wanted = headers["access-control-request-method"];
  if (method !== "OPTIONS" || wanted === undefined) return false;
  return isCallPath({ method: wanted, path: URL.parse(url)?.pathname ?? "" });
}

/** Yes to the page of the window. Whether it may call, its key tells. */
function preflightAnswer({ view, request }: HeldRequest): ReadyAnswer {
  const { origin = "null" } = request.headers;
  if (view.documents.current?.origin !== origin) return refusal(403, "it is for the app's own pages");
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

function readCall(number: number, held: HeldRequest, { sender }: Pick<Call, "sender">): void {
  readCallBody(held, held.request.headers["content-length"] ?? null, {
    isWanted: () => requests.get(number) !== undefined,
    take: (body) => emitRequest(number, held, { sender, body }),
    refuse: (status, reason) => respondWith(number, refusal(status, reason)),
  });
}

function emitRequest(number: number, { view, request }: HeldRequest, call: Call | null): void {
  // The window may have gone, or another document come, while the body was read.
  if (requests.get(number) === undefined) return;
  const { method, url } = request;
  const told = { method, url, header: (name: string) => request.headers[name] ?? null };
  if (!tellRequest(view.documents, number, told, call))
    respondWith(number, refusal(503, "its page has gone"));
}

/** Answers a request, unless its window has gone. */
export async function respond(number: number, response: PageResponse): Promise<void> {
  if (requests.get(number) === undefined) {
    if (response.body.kind === "descriptor") closeSync(response.body.descriptor);
    return;
  }
  let answer: ReadyAnswer;
  try {
    answer = await readAnswer(response);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`framework: Cannot answer a request: ${message}\n`);
    answer = refusal(500, message);
  }
  respondWith(number, answer);
}

function respondWith(number: number, answer: ReadyAnswer): void {
  const held = requests.take(number);
  if (held === undefined) return;
  const { view } = held;
  // Also where the engine makes no response any more, because its process has ended.
  using request = held.request;
  giveRoom(view, held.bytes);
  tolerate("the answer to a request", () => {
    using response = makeResponse(view.environment, answer, request.method);
    request.answer(response);
  });
}

/** Ends the requests of a page or window that has gone. */
export function refuseRequests(view: RequestView): void {
  forgetWaiting(view);
  for (const [number, held] of requests)
    if (held.view === view) respondWith(number, refusal(503, "the window has gone"));
}

// Never without a response: the engine would then ask the network, where the app's hosts stand for this computer.
function refusal(status: number, reason: string): ReadyAnswer {
  return {
    status,
    headers: { "content-type": "text/plain;charset=utf-8" },
    bytes: Buffer.from(`Cannot answer: ${reason}`),
  };
}
