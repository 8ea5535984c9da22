import { library } from "../library.ts";

export const shell32 = library("shell32.dll", {
  // (path, bind context, interface, out object) → HRESULT
  SHCreateItemFromParsingName: "pnpp>i",
  // (HDROP, number or 0xffffffff for how many there are, buffer, its length) → length
  DragQueryFileW: "lunu>u",
  SetCurrentProcessExplicitAppUserModelID: "p>i",
});
