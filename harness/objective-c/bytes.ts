import { ptr, toArrayBuffer, type Pointer } from "bun:ffi";
import type { Address, Memory } from "../../src/native/ffi/signature.ts";

/** A copy of memory that the app has handed over. */
export function bytesOf(memory: Memory, length: number): Uint8Array {
  if (length === 0) return new Uint8Array();
  if (typeof memory === "number")
    return new Uint8Array(toArrayBuffer(memory as Pointer, 0, length)).slice();
  return new Uint8Array(
    memory.buffer,
    memory.byteOffset,
    Math.min(length, memory.byteLength),
  ).slice();
}

/** The address of bytes, for as long as their owner keeps them. No bytes have an address, too. */
export function addressOfBytes(bytes: Uint8Array): Address {
  return ptr(bytes.length === 0 ? new Uint8Array(1) : bytes);
}

/** Fills memory that the app has passed. */
export function fill(memory: Memory, bytes: Uint8Array): void {
  if (typeof memory === "number")
    new Uint8Array(toArrayBuffer(memory as Pointer, 0, bytes.length)).set(bytes);
  else new Uint8Array(memory.buffer, memory.byteOffset, memory.byteLength).set(bytes);
}
