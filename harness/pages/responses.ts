import type { Address } from "../../src/native/ffi/signature.ts";
import { gobject } from "../../src/native/linux/lib/gobject.ts";
import { webkit as webkitOfApps } from "../../src/native/linux/lib/webkit.ts";
import { headersIn } from "./headers.ts";
import { webkit } from "./toolkit.ts";
import type { View } from "./view.ts";

/** Responses for documents that wait for the host's decision. */
export class Responses {
  readonly #view: View;
  readonly #waiting = new Map<number, Address>();

  constructor(view: View) {
    this.#view = view;
  }

  /** @param decision the engine's question */
  ask(decision: Address): void {
    const number = this.#view.navigations.newDecision();
    this.#waiting.set(number, gobject.g_object_ref(decision));
    const response = webkitOfApps.webkit_response_policy_decision_get_response(decision);
    const headers = webkit.webkit_uri_response_get_http_headers(response);
    this.#view.tell({
      tells: "response",
      decision: number,
      url: webkitOfApps.webkit_uri_response_get_uri(response),
      status: webkit.webkit_uri_response_get_status_code(response),
      mimeType: webkit.webkit_uri_response_get_mime_type(response) ?? "",
      headers: headers === null ? [] : headersIn(headers),
      isTop:
        webkitOfApps.webkit_response_policy_decision_is_main_frame_main_resource(decision) !== 0,
      canShow: webkit.webkit_response_policy_decision_is_mime_type_supported(decision) !== 0,
    });
  }

  /** True if the decision was about a response here. */
  decide(number: number, isAllowed: boolean): boolean {
    const decision = this.#waiting.get(number);
    if (decision === undefined) return false;
    this.#waiting.delete(number);
    if (isAllowed) webkit.webkit_policy_decision_use(decision);
    else webkit.webkit_policy_decision_ignore(decision);
    gobject.g_object_unref(decision);
    return true;
  }

  close(): void {
    for (const number of this.#waiting.keys()) this.decide(number, false);
  }
}
