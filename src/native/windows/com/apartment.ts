import type { Address } from "../../ffi/signature.ts";
import { ole32 } from "../lib/ole32.ts";
import { wideTextAt } from "../wide-text.ts";
import { comObject, outPointer, type ComObject, type Interface } from "./client.ts";
import { guid, type Guid } from "./guid.ts";
import { check } from "./hresult.ts";

const CLSCTX_INPROC_SERVER = 1;

let isOpen = false;

/**
 * Opens this thread's apartment, single-threaded and with drag and drop, as windows and dialogs
 * need it.
 */
export function openApartment(): void {
  if (isOpen) return;
  check("OleInitialize", ole32.OleInitialize(null));
  isOpen = true;
}

/**
 * Closes this thread's apartment, before the thread ends. No COM reference may be held any more.
 */
export function closeApartment(): void {
  if (!isOpen) return;
  isOpen = false;
  ole32.OleUninitialize();
}

/** Creates an object of one of Windows' own classes. */
export function createObject<M extends Interface["methods"]>(
  classId: Guid,
  as: Interface<M>,
): ComObject<M> {
  openApartment();
  return comObject(
    outPointer((out) =>
      check(
        `CoCreateInstance(${as.name})`,
        ole32.CoCreateInstance(guid(classId), null, CLSCTX_INPROC_SERVER, guid(as.iid), out),
      ),
    ),
    as,
  );
}

/** The text that a call returns, with its memory freed; `null`: it returned none. */
export function outText(call: (out: BigUint64Array) => unknown): string | null {
  const address: Address = outPointer(call);
  if (address === 0) return null;
  try {
    return wideTextAt(address);
  } finally {
    ole32.CoTaskMemFree(address);
  }
}
