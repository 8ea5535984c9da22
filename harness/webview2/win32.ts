import { library } from "../../src/native/windows/library.ts";

// The functions of Windows that the stand-in needs beyond those of apps.

export const user32 = library("user32.dll", {
  CreateWindowExW: "uppuiiiillln>l",
  DefWindowProcW: "luLl>l",
  DestroyWindow: "l>b",
  PostMessageW: "luLl>b",
  // (window, name) → handle
  GetPropW: "lp>l",
  // (window, place in the stack, x, y, width, height, flags)
  SetWindowPos: "lliiiiu>b",
  GetWindow: "lu>l",
  SetParent: "ll>l",
  SetFocus: "l>l",
  GetKeyState: "i>i",
  GetDpiForWindow: "l>u",
});

export const shlwapi = library("shlwapi.dll", {
  // (bytes, how many) → IStream
  SHCreateMemStream: "nu>n",
});
