import type { Address } from "../../src/native/ffi/signature.ts";

// Higher than any processor reaches: C that follows one of these ends at once.
const first = 2 ** 52;
let last = first;

/** An address of nothing, which is never used again. */
export function newAddress(): Address {
  last += 16;
  return last;
}

export const isOurs = (address: Address): boolean => address > first && address <= last;
