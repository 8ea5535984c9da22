import { struct } from "../../ffi/struct.ts";
import { library } from "../library.ts";

/** What draws windows onto the screen. */
export const dwmapi = library("dwmapi.dll", {
  // (window, attribute, value, its bytes) → HRESULT
  DwmSetWindowAttribute: "lupu>i",
  DwmEnableBlurBehindWindow: "lp>i",
});

export const DWM_BLURBEHIND = struct(
  { dwFlags: "u32", fEnable: "i32", hRgnBlur: "i64", fTransitionOnMaximized: "i32" },
  1,
);
