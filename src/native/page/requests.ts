import { limits } from "../../contract/limits.ts";
import { keyHeader, packetHeaderLength, type ReplyMessage } from "../../contract/page/message.ts";
import type { PageResponse } from "../../contract/ui/index.ts";
import { Held } from "../ffi/held.ts";
import { bodyBudget } from "./body-budget.ts";
import { readCallBody } from "./call-body.ts";
import { dropBody, needsStream } from "./file-part.ts";
import { isCallOf } from "./key.ts";
import { restarted } from "./messages.ts";
import { tellRequest, type Call } from "./page-request.ts";
import type { RequestView } from "./page-view.ts";
import { hasFreeStream } from "./file-streams.ts";

/** A request to one of the app's schemes, as an engine reports it. */
export interface EngineRequest {
  readonly method: string;
  readonly url: string;
  readonly scheme: string;
  readonly path: string;
  header(name: string): string | null;
  /** Its whole body. @param announced its length, `NaN` when unknown @throws TooLarge */
  readBody(announced: number, limit: number): Promise<Uint8Array>;
  /**
   * Whether the request may come from a document of this origin; absent if engines do not report
   * it.
   */
  mayBeFrom?(origin: string): boolean;
  /** Answers and releases it. Fails before anything was sent when the body cannot be read. */
  answer(response: PageResponse): void | Promise<void>;
  /** Ends and releases it without an answer. */
  refuse(reason: string): void;
}

interface HeldRequest {
  readonly view: RequestView;
  readonly request: EngineRequest;
  /** The budget of its body, from the start of reading. */
  bytes: number;
}

const requests = new Held<HeldRequest>("requests");

/** Receives a request of the page in a view. Returns its number; `null`: it was refused. */
export function receiveRequest(
  view: RequestView | undefined,
  request: EngineRequest,
): number | null {
  if (view === undefined || view.documents.owner === null) {
    request.refuse("no window asks for it");
    return null;
  }
  if (view.refusedSchemes.includes(request.scheme)) {
    request.refuse("the engine does not say which document asks for it");
    return null;
  }
  const held = { view, request, bytes: 0 };
  const number = requests.add(held);
  const caller = callerOf(held);
  if (caller === null) emitRequest(number, held, null);
  else if (request.method === "GET")
    emitRequest(number, held, { ...caller, body: new Uint8Array() });
  else readCall(number, held, caller);
  return number;
}

/**
 * The document of a call, when the request is a call and carries that document's key.
 *
 * Before that is known the body is not touched: WebKitGTK crashes when the body is a Blob, which
 * any frame of any page can send; the bridge, the only holder of the key, never sends one.
 */
export function callerOf({
  view,
  request,
}: Pick<HeldRequest, "view" | "request">): Pick<Call, "sender"> | null {
  const { method, path } = request;
  const document = view.documents.current;
  if (document === null || !isCallOf(document, { method, path, key: request.header(keyHeader) }))
    return null;
  if (request.mayBeFrom?.(document.origin) === false) return null;
  const { key: _, ...sender } = document;
  return { sender };
}

function readCall(number: number, held: HeldRequest, { sender }: Pick<Call, "sender">): void {
  readCallBody(held, held.request.header("content-length"), {
    isWanted: () => requests.get(number) !== undefined,
    take: (body) => emitRequest(number, held, { sender, body }),
    refuse: (status, reason) => void respond(number, failure(status, reason)),
  });
}

function emitRequest(number: number, { view, request }: HeldRequest, call: Call | null): void {
  // The window may have closed, or another document come, while the body was read.
  if (requests.get(number) === undefined || tellRequest(view.documents, number, request, call))
    return;
  take(number);
  request.refuse("its page has gone");
}

/** Removes a request that gets its answer now, or needs none any more. */
function take(number: number): HeldRequest | undefined {
  const held = requests.take(number);
  if (held !== undefined) bodyBudget.release(held.view, held.bytes);
  return held;
}

/** Answers a request, unless its window is closed. */
export function respond(number: number, response: PageResponse): void | Promise<void> {
  const held = take(number);
  if (held === undefined) return dropBody(response.body);
  const { request, view } = held;
  // A request without an answer would keep its page waiting forever.
  const failed = (error: unknown): void | Promise<void> => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`framework: Cannot answer a request: ${message}\n`);
    return request.answer(failure(500, message));
  };
  try {
    const answered = request.answer(hasFreeStream(view) ? response : withoutStream(response));
    return answered instanceof Promise ? answered.catch(failed) : undefined;
  } catch (error) {
    return failed(error);
  }
}

/** The engine no longer wants an answer to a request. */
export function dropRequest(number: number): void {
  take(number);
}

/**
 * The answer to a page at its limit of open streams: text is still sent, files have to wait for
 * others.
 */
function withoutStream(answer: PageResponse): PageResponse {
  if (!needsStream(answer.body)) return answer;
  dropBody(answer.body);
  // The headers that let a page of another origin read the answer apply to this one, too.
  const { "content-range": _, ...headers } = answer.headers;
  const text = `Cannot send one more part of a file: ${limits.openStreams.most} are being sent`;
  return failure(503, text, headers);
}

function failure(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): PageResponse {
  return {
    status,
    headers: { ...headers, "content-type": "text/plain;charset=utf-8" },
    body: { kind: "bytes", bytes: Buffer.from(text) },
  };
}

/**
 * Answers the calls of a page that continues with another app thread. Its files are still wanted.
 */
export function refuseCalls(view: RequestView): void {
  for (const [number, { view: of, request }] of requests) {
    if (of !== view || !isCallPath(request)) continue;
    const { current } = view.documents;
    void respond(number, packetOf(restarted, current?.origin ?? null));
  }
}

function isCallPath({ path }: EngineRequest): boolean {
  return path.startsWith("/__ipc/");
}

/** Reports the requests that the previous app thread did not answer to the new one. */
export function repeatRequests(view: RequestView): void {
  for (const [number, { view: of, request }] of requests)
    if (of === view && !isCallPath(request)) tellRequest(view.documents, number, request, null);
}

function packetOf(reply: ReplyMessage, origin: string | null): PageResponse {
  const json = Buffer.from(JSON.stringify(reply));
  const bytes = Buffer.from(new ArrayBuffer(packetHeaderLength + json.length));
  bytes.writeUInt32LE(json.length);
  json.copy(bytes, packetHeaderLength);
  return {
    status: 200,
    headers: {
      "content-type": "application/octet-stream",
      ...(origin !== null && { "access-control-allow-origin": origin }),
    },
    body: { kind: "bytes", bytes },
  };
}

/** Ends the requests of a closed window. */
export function refuseRequests(view: RequestView): void {
  bodyBudget.forget(view);
  for (const [number, held] of requests) {
    if (held.view !== view) continue;
    take(number);
    held.request.refuse("the window has gone");
  }
}
