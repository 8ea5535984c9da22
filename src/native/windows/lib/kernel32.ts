import { library } from "../library.ts";

export const kernel32 = library("kernel32.dll", {
  GetLastError: ">u",
  // (module name or null) → HMODULE
  GetModuleHandleW: "n>l",
  GetCurrentThreadId: ">u",
  // (flags, bytes) → HGLOBAL
  GlobalAlloc: "uL>l",
  GlobalLock: "l>n",
  GlobalUnlock: "l>b",
  GlobalSize: "l>L",
  GlobalFree: "l>l",
});

let module: number | undefined;

/** The HINSTANCE of the program. */
export function instance(): number {
  module ??= kernel32.GetModuleHandleW(null);
  return module;
}
