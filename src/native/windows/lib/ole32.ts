import { library } from "../library.ts";

export const ole32 = library("ole32.dll", {
  // (reserved, COINIT_APARTMENTTHREADED …) → HRESULT; 1: it was already
  CoInitializeEx: "nu>i",
  CoUninitialize: ">v",
  // (class, outer, context, interface, out object) → HRESULT
  CoCreateInstance: "pnupp>i",
  CoTaskMemAlloc: "L>n",
  CoTaskMemFree: "n>v",
  // What drag and drop needs on top of CoInitializeEx.
  OleInitialize: "n>i",
  OleUninitialize: ">v",
});
