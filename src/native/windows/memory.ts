import { toArrayBuffer, type Pointer } from "bun:ffi";
import type { Address } from "../ffi/signature.ts";

/** The bytes at an address, in place: writes to them change the memory. */
export function bytesAt(address: Address, length: number): Uint8Array {
  return length === 0
    ? new Uint8Array()
    : new Uint8Array(toArrayBuffer(address as Pointer, 0, length));
}

/** Writes an address to a caller's pointer. */
export function giveAddress(out: Address, address: Address): void {
  new BigUint64Array(toArrayBuffer(out as Pointer, 0, 8))[0] = BigInt(address);
}

/** Writes a 32-bit number, such as a BOOL, to a caller's pointer. */
export function giveNumber(out: Address, number: number): void {
  new Int32Array(toArrayBuffer(out as Pointer, 0, 4))[0] = number;
}
