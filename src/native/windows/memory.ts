import { toArrayBuffer, type Pointer } from "bun:ffi";
import type { Address } from "../ffi/signature.ts";

/** So many bytes at an address, as they are there: what is written into them is seen by all. */
export function bytesAt(address: Address, length: number): Uint8Array {
  return length === 0
    ? new Uint8Array()
    : new Uint8Array(toArrayBuffer(address as Pointer, 0, length));
}

/** Writes an address to where a caller wants a pointer. */
export function giveAddress(out: Address, address: Address): void {
  new BigUint64Array(toArrayBuffer(out as Pointer, 0, 8))[0] = BigInt(address);
}

/** Writes a 32-bit number, a BOOL among them, to where a caller wants one. */
export function giveNumber(out: Address, number: number): void {
  new Int32Array(toArrayBuffer(out as Pointer, 0, 4))[0] = number;
}
