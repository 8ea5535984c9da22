import { callback } from "../../src/native/ffi/callback.ts";
import { Held } from "../../src/native/ffi/held.ts";
import type { Address } from "../../src/native/ffi/signature.ts";
import { gio } from "../../src/native/linux/lib/gio.ts";
import { glib } from "../../src/native/linux/lib/glib.ts";
import { gobject } from "../../src/native/linux/lib/gobject.ts";
import { libc } from "../../src/native/linux/lib/libc.ts";
import { soup } from "../../src/native/linux/lib/soup.ts";
import { webkit } from "../../src/native/linux/lib/webkit.ts";
import { checked } from "../../src/native/linux/memory.ts";
import { headersIn } from "./headers.ts";
import { hasKnownKey } from "./keys.ts";
import type { Header } from "./protocol.ts";
import type { PageRequest } from "./requests.ts";

// The schemes that a host answers: the engine gives a request to the thread of the toolkit, and
// reads the answer from a pipe, which the thread of the connections writes to.

/** A request to a scheme, as the thread of the connections gets it. */
export interface SchemeRequest extends PageRequest {
  /** For `answerScheme`. */
  readonly scheme: number;
  /** The end of a pipe that the answer's content is written to. */
  readonly file: number;
  readonly body: Uint8Array;
}

interface Waiting {
  readonly request: Address;
  /** The engine's end of the pipe. */
  readonly input: number;
}

const waiting = new Held<Waiting>("requests of schemes");
const receivers = new Held<(request: SchemeRequest) => void>("receivers of schemes");

const requested = callback("pL>v", (request, number) => {
  const receive = receivers.get(number);
  if (receive === undefined) return;
  const ends = new Int32Array(2);
  if (libc.pipe2(ends, O_CLOEXEC) !== 0)
    throw new Error("Cannot answer a request: there is no pipe");
  const [input = 0, file = 0] = ends;
  const scheme = waiting.add({ request: gobject.g_object_ref(request), input });
  const headers = headersOf(request);
  receive({
    scheme,
    file,
    method: webkit.webkit_uri_scheme_request_get_http_method(request),
    url: webkit.webkit_uri_scheme_request_get_uri(request),
    headers,
    body: hasKnownKey(headers) ? bodyOf(request) : new Uint8Array(),
  });
});

const O_CLOEXEC = 0o2000000;

/** Lets a host answer a scheme, which pages treat like https. The returned function ends that. */
export function openSchemes(
  context: Address,
  schemes: readonly string[],
  receive: (request: SchemeRequest) => void,
): () => void {
  const number = receivers.add(receive);
  const security = webkit.webkit_web_context_get_security_manager(context);
  for (const scheme of schemes) {
    webkit.webkit_security_manager_register_uri_scheme_as_secure(security, scheme);
    webkit.webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme);
    webkit.webkit_web_context_register_uri_scheme(context, scheme, requested(), number, null);
  }
  return () => void receivers.take(number);
}

function headersOf(request: Address): readonly Header[] {
  const headers = webkit.webkit_uri_scheme_request_get_http_headers(request);
  return headers === null ? [] : headersIn(headers);
}

const piece = 1 << 20;

function bodyOf(request: Address): Uint8Array {
  const stream = webkit.webkit_uri_scheme_request_get_http_body(request);
  if (stream === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  const count = new BigUint64Array(new ArrayBuffer(8));
  for (;;) {
    const part = new Uint8Array(piece);
    checked((error) => gio.g_input_stream_read_all(stream, part, piece, count, null, error));
    parts.push(part.subarray(0, Number(count[0])));
    if (Number(count[0]) < piece) break;
  }
  gobject.g_object_unref(stream);
  return Buffer.concat(parts);
}

const RESPONSE_HEADERS = 1;
const unknownLength = -1;

/** Begins the answer, whose content is read from the pipe. */
export function answerScheme(
  number: number,
  status: number,
  reason: string,
  headers: readonly Header[],
): void {
  const held = waiting.take(number);
  if (held === undefined) return;
  const stream = gio.g_unix_input_stream_new(held.input, true);
  const response = webkit.webkit_uri_scheme_response_new(stream, unknownLength);
  gobject.g_object_unref(stream);
  webkit.webkit_uri_scheme_response_set_status(response, status, reason);
  const list = soup.soup_message_headers_new(RESPONSE_HEADERS);
  for (const [name, value] of headers) soup.soup_message_headers_append(list, name, value);
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  if (type !== undefined) webkit.webkit_uri_scheme_response_set_content_type(response, type);
  webkit.webkit_uri_scheme_response_set_http_headers(response, list); // takes the headers
  webkit.webkit_uri_scheme_request_finish_with_response(held.request, response);
  gobject.g_object_unref(response);
  gobject.g_object_unref(held.request);
}

/** Gives no answer. */
export function refuseScheme(number: number): void {
  const held = waiting.take(number);
  if (held === undefined) return;
  const error = glib.g_error_new_literal(
    glib.g_quark_from_string("pages"),
    0,
    "no handler answers",
  );
  webkit.webkit_uri_scheme_request_finish_error(held.request, error);
  glib.g_error_free(error);
  gobject.g_object_unref(held.request);
  gobject.g_object_unref(gio.g_unix_input_stream_new(held.input, true));
}
