import { library } from "../library.ts";

export const shcore = library("shcore.dll", {
  // (monitor, which, across, down) → HRESULT
  GetDpiForMonitor: "lipp>i",
});
