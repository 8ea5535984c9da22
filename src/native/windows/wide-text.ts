import { read, toArrayBuffer, type Pointer } from "bun:ffi";
import type { Address } from "../ffi/signature.ts";

// Windows' texts are UTF-16 and end with NUL.

/** A text for a call. It is cut at a NUL, as Windows would read it. */
export function wide(text: string): Uint8Array {
  const end = text.indexOf("\0");
  const bytes = Buffer.from(`${end < 0 ? text : text.slice(0, end)}\0`, "utf16le");
  // Not from a pool: C may keep its address for the lifetime of the bytes.
  return new Uint8Array(bytes);
}

/** The text at an address. An unpaired surrogate, which no valid text holds, becomes U+FFFD. */
export function wideTextAt(address: Address): string {
  return rawTextAt(address).toWellFormed();
}

/** The text at an address unchanged: names of files may hold unpaired surrogates. */
export function rawTextAt(address: Address): string {
  let length = 0;
  while (read.u16(address as Pointer, length * 2) !== 0) length++;
  return rawTextOf(address, length);
}

/** The text of a known length in UTF-16 units. */
export function wideTextOf(address: Address, length: number): string {
  return rawTextOf(address, length).toWellFormed();
}

function rawTextOf(address: Address, length: number): string {
  if (length === 0) return "";
  return Buffer.from(toArrayBuffer(address as Pointer, 0, length * 2)).toString("utf16le");
}

/** The text that a call has written into a buffer: up to the first NUL. */
export function wideTextIn(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf16le");
  const end = text.indexOf("\0");
  return (end < 0 ? text : text.slice(0, end)).toWellFormed();
}

/** A buffer for a text of this many units, including the final NUL. */
export function wideRoom(length: number): Uint8Array {
  return new Uint8Array(new ArrayBuffer(length * 2));
}
