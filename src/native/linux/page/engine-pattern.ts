import { placeOf } from "../../page/page-pattern.ts";

/** The pages of an address's host in the pattern language of WebKit, which knows no ports. */
export function enginePattern(address: string): string | null {
  const place = placeOf(address);
  return place === null ? null : `${place.scheme}://${place.host}/*`;
}
