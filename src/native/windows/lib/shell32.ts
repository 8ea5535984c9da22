import { library } from "../library.ts";

export const shell32 = library("shell32.dll", {
  // (path, bind context, interface, out object) → HRESULT
  SHCreateItemFromParsingName: "pnpp>i",
});
