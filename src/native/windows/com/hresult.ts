/** The result of a COM call; negative: it has failed. */
export type HResult = number;

export const S_OK = 0;
export const E_NOTIMPL = 0x80004001 | 0;
export const E_NOINTERFACE = 0x80004002 | 0;
export const E_POINTER = 0x80004003 | 0;
export const E_ABORT = 0x80004004 | 0;
export const E_FAIL = 0x80004005 | 0;
export const E_OUTOFMEMORY = 0x8007000e | 0;
export const E_INVALIDARG = 0x80070057 | 0;

/**
 * The codes that a person may meet, in words. Source: winerror.h; WebView2's own reference for its
 * errors.
 */
const words: Readonly<Record<number, string>> = {
  [E_NOTIMPL]: "not implemented",
  [E_NOINTERFACE]: "no such interface",
  [E_POINTER]: "bad pointer",
  [E_ABORT]: "called off",
  [E_FAIL]: "failed",
  [E_INVALIDARG]: "bad argument",
  [0x80070002 | 0]: "file not found",
  [0x80070003 | 0]: "path not found",
  [0x80070005 | 0]: "access denied",
  [E_OUTOFMEMORY]: "out of memory",
  [0x80070020 | 0]: "used by another process",
  [0x800700aa | 0]: "busy",
  [0x800700b7 | 0]: "exists already",
  [0x8007139f | 0]: "not in the right state",
  [0x800704c7 | 0]: "cancelled by the user",
  [0x80040154 | 0]: "class not registered",
  [0x800401f0 | 0]: "COM is not initialized on this thread",
  [0x8001010e | 0]: "called on another thread than its own",
};

/** A failed COM call: its name and the reason, in words if there are some. */
export class HResultError extends Error {
  readonly code: HResult;

  constructor(call: string, code: HResult) {
    const number = `0x${(code >>> 0).toString(16).padStart(8, "0").toUpperCase()}`;
    const reason = words[code];
    super(`Cannot run ${call}: ${reason === undefined ? number : `${reason} (${number})`}`);
    this.name = "HResultError";
    this.code = code;
  }
}

/** @throws HResultError when the call has failed */
export function check(call: string, result: HResult): HResult {
  if (result < 0) throw new HResultError(call, result);
  return result;
}
