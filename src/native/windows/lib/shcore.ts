import { library } from "../library.ts";

export const shcore = library("shcore.dll", {
  // (monitor, kind, horizontal, vertical) → HRESULT
  GetDpiForMonitor: "lipp>i",
});
