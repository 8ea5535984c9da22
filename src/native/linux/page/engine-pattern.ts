import { placeOf } from "../../page/page-pattern.ts";

/** The pages of an address's host in WebKit's pattern language, which has no ports. */
export function enginePattern(address: string): string | null {
  const place = placeOf(address);
  return place === null ? null : `${place.scheme}://${place.host}/*`;
}
