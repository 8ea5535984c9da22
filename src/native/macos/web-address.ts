import type { Address } from "../ffi/signature.ts";
import { NSURL } from "./lib/foundation.ts";
import { nsString } from "./objc/text.ts";

/**
 * The address as Foundation's object; `null`: it is none. Before macOS 14 Foundation takes no
 * character that RFC 3986 does not name, and browsers leave some as they are, as in
 * `?filter[name]=a|b`.
 */
export function urlOfAddress(address: string): Address | null {
  return NSURL.send(
    "URLWithString:",
    nsString(namedCharacters(URL.parse(address)?.href ?? address)),
  );
}

/**
 * The address with all other characters as percent and number; the brackets of an IPv6 address have
 * their place.
 */
export function namedCharacters(address: string): string {
  const [, start = "", rest = ""] =
    /^([a-z][a-z0-9+.-]*:(?:\/\/[^/?#]*)?)(.*)$/is.exec(address) ?? [];
  return (
    start + rest.replaceAll(/%(?![0-9a-f]{2})|[^\w\-.~:/?#@!$&'()*+,;=%]/giu, encodeURIComponent)
  );
}
