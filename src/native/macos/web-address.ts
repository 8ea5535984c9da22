import type { Address } from "../ffi/signature.ts";
import { NSURL } from "./lib/foundation.ts";
import { nsString } from "./objc/text.ts";

/**
 * The address as Foundation's object; `null`: it is invalid. Before macOS 14 Foundation accepts
 * only the characters of RFC 3986, and browsers leave some others unescaped, as in
 * `?filter[name]=a|b`.
 */
export function urlOfAddress(address: string): Address | null {
  return NSURL.send(
    "URLWithString:",
    nsString(namedCharacters(URL.parse(address)?.href ?? address)),
  );
}

/** The address with all other characters percent-encoded; the brackets of an IPv6 address stay. */
export function namedCharacters(address: string): string {
  const [, start = "", rest = ""] =
    /^([a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?)(.*)$/is.exec(address) ?? [];
  return (
    start + rest.replaceAll(/%(?![0-9a-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/giu, encodeURIComponent)
  );
}
