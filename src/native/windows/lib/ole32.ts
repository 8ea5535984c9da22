import { struct } from "../../ffi/struct.ts";
import { library } from "../library.ts";

export const ole32 = library("ole32.dll", {
  // (reserved, COINIT_APARTMENTTHREADED …) → HRESULT; 1: it was initialized already
  CoInitializeEx: "nu>i",
  CoUninitialize: ">v",
  // (class, outer, context, interface, out object) → HRESULT
  CoCreateInstance: "pnupp>i",
  CoTaskMemAlloc: "L>n",
  CoTaskMemFree: "n>v",
  // The requirement of drag and drop, in addition to CoInitializeEx.
  OleInitialize: "n>i",
  OleUninitialize: ">v",
  // (window, IDropTarget)
  RegisterDragDrop: "lp>i",
  RevokeDragDrop: "l>i",
  ReleaseStgMedium: "p>v",
});

/** A form of the data. */
export const FORMATETC = struct({
  cfFormat: "u16",
  ptd: "ptr",
  dwAspect: "u32",
  lindex: "i32",
  tymed: "u32",
});

/** Data, and its medium. */
export const STGMEDIUM = struct({ tymed: "u32", hGlobal: "i64", pUnkForRelease: "ptr" });
