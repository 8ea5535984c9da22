import { toArrayBuffer, type Pointer } from "bun:ffi";
import type { Address } from "../../ffi/signature.ts";
import { ole32 } from "../lib/ole32.ts";
import { wide } from "../wide-text.ts";
import { outPointer } from "./client.ts";
import { E_POINTER, S_OK, type HResult } from "./hresult.ts";

// Texts between COM objects: who gets one gives its memory back.

/** Looks at the text that a call gives, and gives its memory back; `null`: it gave none. */
export function lookAtText<T>(call: (out: BigUint64Array) => unknown, look: (text: Address) => T): T | null {
  const text = outPointer(call);
  if (text === 0) return null;
  try {
    return look(text);
  } finally {
    ole32.CoTaskMemFree(text);
  }
}

/** Answers a caller's `LPWSTR*` with a text, the caller's to give back. */
export function giveText(out: Address, text: string | null): HResult {
  const pointer = new BigUint64Array(toArrayBuffer(out as Pointer, 0, 8));
  pointer[0] = 0n;
  if (text === null) return S_OK;
  const bytes = wide(text);
  const memory = ole32.CoTaskMemAlloc(bytes.length);
  if (memory === null) return E_POINTER;
  new Uint8Array(toArrayBuffer(memory as Pointer, 0, bytes.length)).set(bytes);
  pointer[0] = BigInt(memory);
  return S_OK;
}

/** Answers a caller's pointer to a 32-bit number, a BOOL among them. */
export function giveNumber(out: Address, number: number): HResult {
  new Int32Array(toArrayBuffer(out as Pointer, 0, 4))[0] = number;
  return S_OK;
}
