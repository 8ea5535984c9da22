import type { Address } from "../../ffi/signature.ts";
import { NSArray } from "../lib/foundation.ts";
import { addressOf } from "./object.ts";
import type { Id } from "./signature.ts";

/** An array of the system's, owned by the surrounding pool. */
export function nsArray(items: readonly Id[]): Address {
  const addresses = BigUint64Array.from(items, (item) => BigInt(addressOf(item) ?? 0));
  // Empty memory has no address.
  const memory = items.length === 0 ? new BigUint64Array(1) : addresses;
  return NSArray.send("arrayWithObjects:count:", memory, items.length);
}

/** The items of a system array. */
export function itemsOf(array: Address): Address[] {
  const items = NSArray.at(array);
  return Array.from({ length: items.send("count") }, (_, index) =>
    items.send("objectAtIndex:", index),
  );
}
