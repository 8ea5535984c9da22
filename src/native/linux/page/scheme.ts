import { read, type Pointer } from "bun:ffi";
import type { PageResponse } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { receiveRequest, type EngineRequest } from "../../page/requests.ts";
import type { PageView } from "../../page/page-view.ts";
import { glib } from "../lib/glib.ts";
import { gobject } from "../lib/gobject.ts";
import { soup } from "../lib/soup.ts";
import { webkit } from "../lib/webkit.ts";
import { readBody } from "./request-body.ts";
import { streamBody } from "./response-body.ts";
import { pageViews } from "./page-view.ts";

const requested = callback("pL>v", (request) => {
  const viewAddress = webkit.webkit_uri_scheme_request_get_web_view(request);
  const view = viewAddress === null ? undefined : pageViews.get(viewAddress);
  receiveRequest(view, new SchemeRequest(request, view));
});

/** Lets the app answer every request to a scheme, which pages treat like https. */
export function registerScheme(webContext: Address, scheme: string): void {
  const security = webkit.webkit_web_context_get_security_manager(webContext);
  webkit.webkit_security_manager_register_uri_scheme_as_secure(security, scheme);
  webkit.webkit_security_manager_register_uri_scheme_as_cors_enabled(security, scheme);
  webkit.webkit_web_context_register_uri_scheme(webContext, scheme, requested(), null, null);
}

const SOUP_MESSAGE_HEADERS_RESPONSE = 1;

const errorDomain = "framework";

/** Whether a page failed to load because its request was refused here. */
export function isRefusal(error: Address): boolean {
  // struct GError { GQuark domain; … }
  return read.u32(error as Pointer, 0) === glib.g_quark_from_string(errorDomain);
}

/** A WebKitURISchemeRequest, which is kept until it has its answer. */
class SchemeRequest implements EngineRequest {
  readonly #address: Address;
  readonly #view: PageView | undefined;

  constructor(address: Address, view: PageView | undefined) {
    this.#address = gobject.g_object_ref(address);
    this.#view = view;
  }

  get method(): string {
    return webkit.webkit_uri_scheme_request_get_http_method(this.#address);
  }

  get url(): string {
    return webkit.webkit_uri_scheme_request_get_uri(this.#address);
  }

  get scheme(): string {
    return webkit.webkit_uri_scheme_request_get_scheme(this.#address);
  }

  get path(): string {
    return webkit.webkit_uri_scheme_request_get_path(this.#address);
  }

  header(name: string): string | null {
    const headers = webkit.webkit_uri_scheme_request_get_http_headers(this.#address);
    return headers === null ? null : soup.soup_message_headers_get_one(headers, name);
  }

  readBody(announced: number, limit: number): Promise<Uint8Array> {
    return readBody(
      webkit.webkit_uri_scheme_request_get_http_body(this.#address),
      announced,
      limit,
    );
  }

  answer({ status, headers, body }: PageResponse): void {
    if (this.#view === undefined) throw new Error("Cannot answer a request of no view");
    const { stream, length } = streamBody(body, this.#view);
    const response = webkit.webkit_uri_scheme_response_new(stream, length);
    gobject.g_object_unref(stream);
    webkit.webkit_uri_scheme_response_set_status(response, status, null);
    webkit.webkit_uri_scheme_response_set_content_type(
      response,
      headers["content-type"] ?? "application/octet-stream",
    );
    const soupHeaders = soup.soup_message_headers_new(SOUP_MESSAGE_HEADERS_RESPONSE);
    // As on the other systems, whose answer to HEAD omits the length of the body.
    for (const [name, value] of Object.entries({ "content-length": String(length), ...headers })) {
      soup.soup_message_headers_append(soupHeaders, name, value);
    }
    webkit.webkit_uri_scheme_response_set_http_headers(response, soupHeaders); // takes the headers
    webkit.webkit_uri_scheme_request_finish_with_response(this.#address, response);
    gobject.g_object_unref(response);
    gobject.g_object_unref(this.#address);
  }

  refuse(reason: string): void {
    const error = glib.g_error_new_literal(
      glib.g_quark_from_string(errorDomain),
      0,
      `Cannot answer: ${reason}`,
    );
    webkit.webkit_uri_scheme_request_finish_error(this.#address, error);
    glib.g_error_free(error);
    gobject.g_object_unref(this.#address);
  }
}
