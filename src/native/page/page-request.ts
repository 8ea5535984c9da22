import type { UiEvents } from "../../contract/ui/index.ts";
import type { Documents } from "../shell/view/documents.ts";

/** A request that is a call: its sender and its body. */
export type Call = NonNullable<UiEvents["page.request"]["call"]>;

// Not every system can list headers without a callback for each, so they are read by name.
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
 * Reports a request to the app thread, by its number. Without a window there is no report: closing
 * a window ends its requests.
 *
 * @returns `false`: the calling document is closed
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
