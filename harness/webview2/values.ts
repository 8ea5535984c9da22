import { toArrayBuffer, type Pointer } from "bun:ffi";
import type { Address } from "../../src/native/ffi/signature.ts";
import { comInterface, comObject, type ComObject } from "../../src/native/windows/com/client.ts";
import { ole32 } from "../../src/native/windows/lib/ole32.ts";
import { wide } from "../../src/native/windows/wide-text.ts";

/** A value as WebView2 gives it out: BOOL, 32 bits, 64 bits, text, or one of these. */
export type Value =
  | boolean
  | number
  | bigint
  | string
  | { readonly double: number }
  | { readonly object: Address | null };

const view = (address: Address, size: number): DataView =>
  new DataView(toArrayBuffer(address as Pointer, 0, size));

/** Writes a value where a caller wants it. Texts are the caller's to free, objects to release. */
export function writeValue(out: Address, value: Value): void {
  if (typeof value === "boolean") view(out, 4).setInt32(0, value ? 1 : 0, true);
  else if (typeof value === "number") view(out, 4).setInt32(0, value, true);
  else if (typeof value === "bigint") view(out, 8).setBigInt64(0, value, true);
  else if (typeof value === "string") writeAddress(out, textForCaller(value));
  else if ("double" in value) view(out, 8).setFloat64(0, value.double, true);
  else writeAddress(out, value.object === null ? 0 : reference(value.object).address);
}

export function writeAddress(out: Address, address: Address): void {
  view(out, 8).setBigUint64(0, BigInt(address), true);
}

export function bytesAt(address: Address, size: number): Uint8Array {
  return new Uint8Array(toArrayBuffer(address as Pointer, 0, size));
}

function textForCaller(text: string): Address {
  const bytes = wide(text);
  const address = ole32.CoTaskMemAlloc(bytes.length);
  if (address === null) throw new Error("Cannot give a text: there is no memory");
  bytesAt(address, bytes.length).set(bytes);
  return address;
}

/** A value as the report has it. */
export function plain(value: Value): string | number | boolean {
  if (typeof value === "object") return "double" in value ? value.double : (value.object ?? 0);
  return typeof value === "bigint" ? Number(value) : value;
}

const IUnknown = comInterface("IUnknown", "00000000-0000-0000-c000-000000000046", {});

/** Takes a reference to an object, to be disposed of. */
export function reference(object: Address): ComObject<Record<never, never>> {
  // Lent to us: nothing is disposed of here.
  return comObject(object, IUnknown).again(IUnknown);
}
