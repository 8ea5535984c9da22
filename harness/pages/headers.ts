import { callback } from "../../src/native/ffi/callback.ts";
import { textAt, type Address } from "../../src/native/ffi/signature.ts";
import type { Header } from "./protocol.ts";
import { soup } from "./toolkit.ts";

let found: Header[] = [];
const eachHeader = callback("ppn>v", (name, value) => {
  found.push([textAt(name).toLowerCase(), textAt(value)]);
});

/** The content of a SoupMessageHeaders, with names in lower case. */
export function headersIn(headers: Address): readonly Header[] {
  found = [];
  soup.soup_message_headers_foreach(headers, eachHeader(), null);
  return found;
}
