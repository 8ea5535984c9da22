import type { PageResponse } from "../../../contract/ui/index.ts";
import { NSHTTPURLResponse, NSMutableDictionary, type NSURLRequest } from "../lib/url-loading.ts";
import type { ObjectOf, OwnedOf } from "../objc/object.ts";
import { nsString } from "../objc/text.ts";

/** The status and headers of an answer. */
export function makeResponse(
  request: ObjectOf<typeof NSURLRequest>,
  { status, headers, body }: PageResponse,
): OwnedOf<typeof NSHTTPURLResponse> {
  const url = request.send("URL");
  if (url === null) throw new Error("Cannot answer a request without an address");
  const length = body.kind === "bytes" ? body.bytes.length : body.length;
  using fields = NSMutableDictionary.make("init");
  // The engine trusts the length header.
  for (const [name, value] of Object.entries({ ...headers, "content-length": String(length) }))
    fields.send("setObject:forKey:", nsString(value), nsString(name));
  return NSHTTPURLResponse.make(
    "initWithURL:statusCode:HTTPVersion:headerFields:",
    url,
    status,
    nsString("HTTP/1.1"),
    fields,
  );
}
