import type { Address } from "../../ffi/signature.ts";
import { ole32 } from "../lib/ole32.ts";
import { bytesAt, giveAddress } from "../memory.ts";
import { wide } from "../wide-text.ts";
import { outPointer } from "./client.ts";
import { E_OUTOFMEMORY, S_OK, type HResult } from "./hresult.ts";

// Texts between COM objects: the receiver frees the memory.

/** Reads the text that a call returns, and frees its memory; `null`: it returned none. */
export function lookAtText<T>(
  call: (out: BigUint64Array) => unknown,
  look: (text: Address) => T,
): T | null {
  const text = outPointer(call);
  if (text === 0) return null;
  try {
    return look(text);
  } finally {
    ole32.CoTaskMemFree(text);
  }
}

/** Answers a caller's `LPWSTR*` with a text that the caller frees. */
export function giveText(out: Address, text: string | null): HResult {
  giveAddress(out, 0);
  if (text === null) return S_OK;
  const bytes = wide(text);
  const memory = ole32.CoTaskMemAlloc(bytes.length);
  if (memory === null) return E_OUTOFMEMORY;
  bytesAt(memory, bytes.length).set(bytes);
  giveAddress(out, memory);
  return S_OK;
}
