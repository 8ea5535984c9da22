import { closeSync } from "node:fs";
import { limits } from "../../../contract/limits.ts";
import { keyHeader } from "../../../contract/page/message.ts";
import type { PageResponse, UiEvents } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { forgetWaiting, giveRoom, whenThereIsRoom } from "../../page/body-room.ts";
import { hasRoomForPump } from "./file-pump.ts";
import { Held } from "../../ffi/held.ts";
import { glib } from "../lib/glib.ts";
import { gobject } from "../lib/gobject.ts";
import { soup } from "../lib/soup.ts";
import { webkit } from "../lib/webkit.ts";
import { isCallOf } from "../../page/key.ts";
import { readKnownHeaders } from "../../page/known-headers.ts";
import { TooLarge } from "../../page/body-pieces.ts";
import { readBody } from "./request-body.ts";
import { needsPump, streamBody } from "./response-body.ts";
import { pageViews, type PageView } from "./page-view.ts";

interface HeldRequest {
  readonly view: PageView;
  readonly request: Address;
  /** What its body takes, from when it is read on. */
  bytes: number;
}

const requests = new Held<HeldRequest>("requests");

const requested = callback("pL>v", (request) => receiveRequest(request));

/** Lets the app answer every request to a scheme, which pages treat like https. */
export function registerScheme(webContext: Address, scheme: string): void {
  const security = webkit.webkit_web_context_get_security_manager(webContext);
  webkit.webkit_security_manager_register_uri_scheme_as_secure(security, scheme);
  webkit.webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme);
  webkit.webkit_web_context_register_uri_scheme(webContext, scheme, requested(), null, null);
}

function receiveRequest(request: Address): void {
  const viewAddress = webkit.webkit_uri_scheme_request_get_web_view(request);
  const view = viewAddress === null ? undefined : pageViews.get(viewAddress);
  gobject.g_object_ref(request);
  if (view === undefined || view.documents.owner === null) {
    refuse(request, "no window asks for it");
    return;
  }
  if (view.refusedSchemes.includes(webkit.webkit_uri_scheme_request_get_scheme(request))) {
    refuse(request, "the engine does not say which document asks for it");
    return;
  }
  const held = { view, request, bytes: 0 };
  const number = requests.add(held);
  const method = webkit.webkit_uri_scheme_request_get_http_method(request);
  const caller = callerOf(held, method);
  if (caller === null) emitRequest(number, held, method, null);
  else if (method === "GET") emitRequest(number, held, method, { ...caller, body: new Uint8Array() });
  else readCall(number, held, method, caller);
}

type Call = NonNullable<UiEvents["page.request"]["call"]>;

/**
 * The document a call comes from, when the request is a call and carries that document's key.
 *
 * Before that is known the body is not looked at: WebKitGTK crashes when the body is a Blob, which any frame
 * of any page can send; the bridge, which alone has the key, never sends one.
 */
function callerOf({ view, request }: HeldRequest, method: string): Pick<Call, "sender"> | null {
  const path = webkit.webkit_uri_scheme_request_get_path(request);
  const document = view.documents.current;
  if (document === null || !isCallOf(document, { method, path, key: header(request, keyHeader) }))
    return null;
  const { key: _, ...sender } = document;
  return { sender };
}

function readCall(number: number, held: HeldRequest, method: string, { sender }: Pick<Call, "sender">): void {
  const announced = Number(header(held.request, "content-length") ?? Number.NaN);
  // What is too large, or of an unknown length, is found out by reading.
  const isCounted = announced <= limits.body.most;
  const bytes = isCounted ? announced : 0;
  const read = async (): Promise<void> => {
    // The window may have gone while it waited.
    if (requests.get(number) === undefined) return giveRoom(held.view, bytes);
    held.bytes = bytes;
    try {
      const stream = webkit.webkit_uri_scheme_request_get_http_body(held.request);
      const body = await readBody(stream, announced, limits.body.most);
      emitRequest(number, held, method, { sender, body });
    } catch (error) {
      const status = error instanceof TooLarge ? 413 : 400;
      const message = error instanceof Error ? error.message : String(error);
      const body = { kind: "bytes", bytes: Buffer.from(message) } as const;
      respond(number, { status, headers: { "content-type": "text/plain;charset=utf-8" }, body });
    }
  };
  if (isCounted) whenThereIsRoom(held.view, bytes, () => void read());
  else void read();
}

/** Lets go of a request that gets its answer now. */
function take(number: number): HeldRequest | undefined {
  const held = requests.take(number);
  if (held !== undefined) giveRoom(held.view, held.bytes);
  return held;
}

function emitRequest(
  number: number,
  { view, request }: HeldRequest,
  method: string,
  call: Call | null,
): void {
  // The window may have gone, or another document come, while the body was read.
  const { owner, current } = view.documents;
  if (owner === null || requests.get(number) === undefined) return;
  if (call !== null && call.sender.document !== current?.document) {
    take(number);
    refuse(request, "its page has gone");
    return;
  }
  // They cannot be listed from here without a callback for each, so they are asked for by name.
  const headers = readKnownHeaders((name) => header(request, name));
  const url = webkit.webkit_uri_scheme_request_get_uri(request);
  owner.events.emit("page.request", {
    request: number,
    window: owner.spec.label,
    method,
    url,
    headers,
    call,
  });
}

function header(request: Address, name: string): string | null {
  const headers = webkit.webkit_uri_scheme_request_get_http_headers(request);
  return headers === null ? null : soup.soup_message_headers_get_one(headers, name);
}

/** Answers a request, unless its window has gone. */
export function respond(number: number, response: PageResponse): void {
  const held = take(number);
  if (held === undefined) return;
  try {
    finish(held, response);
  } catch (error) {
    // A request without an answer would keep its page waiting for ever.
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`framework: Cannot answer a request: ${message}\n`);
    const body = { kind: "bytes", bytes: Buffer.from(message) } as const;
    finish(held, { status: 500, headers: { "content-type": "text/plain;charset=utf-8" }, body });
  }
  gobject.g_object_unref(held.request);
}

const SOUP_MESSAGE_HEADERS_RESPONSE = 1;

function finish({ request, view }: HeldRequest, answer: PageResponse): void {
  const { status, headers, body } = hasRoomForPump(view) ? answer : withoutStream(answer);
  const { stream, length } = streamBody(body, view);
  const response = webkit.webkit_uri_scheme_response_new(stream, length);
  gobject.g_object_unref(stream);
  webkit.webkit_uri_scheme_response_set_status(response, status, null);
  webkit.webkit_uri_scheme_response_set_content_type(
    response,
    headers["content-type"] ?? "application/octet-stream",
  );
  const soupHeaders = soup.soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE);
  for (const [name, value] of Object.entries(headers)) {
    soup.soup_message_headers_append(soupHeaders, name, value);
  }
  webkit.webkit_uri_scheme_response_set_http_headers(response, soupHeaders); // takes the headers
  webkit.webkit_uri_scheme_request_finish_with_response(request, response);
  gobject.g_object_unref(response);
}

/** The answer to a page that has as many streams open as it may: text goes on, files have to wait for others. */
function withoutStream(answer: PageResponse): PageResponse {
  const { body } = answer;
  if (!needsPump(body)) return answer;
  if (body.kind === "descriptor") closeSync(body.descriptor);
  const message = `Cannot send one more part of a file: ${limits.openStreams.most} are being sent`;
  // Those that let a page of another origin read the answer hold for this one, too.
  const { "content-range": _, ...headers } = answer.headers;
  return {
    status: 503,
    headers: { ...headers, "content-type": "text/plain;charset=utf-8" },
    body: { kind: "bytes", bytes: Buffer.from(message) },
  };
}

/** Ends the requests of a window that has gone. */
export function refuseRequests(view: PageView): void {
  forgetWaiting(view);
  for (const [number, held] of requests) {
    if (held.view !== view) continue;
    take(number);
    refuse(held.request, "the window has gone");
  }
}

/** Ends a request without an answer, and lets go of it. */
function refuse(request: Address, reason: string): void {
  const domain = glib.g_quark_from_string("framework");
  const error = glib.g_error_new_literal(domain, 0, `Cannot answer: ${reason}`);
  webkit.webkit_uri_scheme_request_finish_error(request, error);
  glib.g_error_free(error);
  gobject.g_object_unref(request);
}
