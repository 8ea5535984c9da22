import type { UiEvents } from "../../contract/ui/index.ts";
import type { Documents } from "../shell/view/documents.ts";

/** A request that is a call: who calls, and with which body. */
export type Call = NonNullable<UiEvents["page.request"]["call"]>;

// They cannot be listed on every system without a callback for each, so they are asked for by name.
const known: readonly string[] = [
  "accept",
  "content-type",
  "if-modified-since",
  "if-none-match",
  "origin",
  "range",
  "referer",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "sec-fetch-site",
];

/**
 * Tells the app thread of a request, by its number. Without a window nobody is told: whoever closes
 * it ends its requests.
 *
 * @returns `false`: the document that calls has gone
 */
export function tellRequest(
  { owner, current }: Pick<Documents, "owner" | "current">,
  number: number,
  request: { readonly method: string; readonly url: string; header(name: string): string | null },
  call: Call | null,
): boolean {
  if (owner === null) return true;
  if (call !== null && call.sender.document !== current?.document) return false;
  const { method, url } = request;
  const headers = knownHeaders((name) => request.header(name));
  owner.events.emit("page.request", {
    request: number,
    window: owner.spec.label,
    method,
    url,
    headers,
    call,
  });
  return true;
}

function knownHeaders(read: (name: string) => string | null): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of known) {
    const value = read(name);
    if (value !== null) headers[name] = value;
  }
  return headers;
}
