import { struct } from "../../ffi/struct.ts";
import { library } from "../library.ts";

/** The desktop window manager, which composes windows on the screen. */
export const dwmapi = library("dwmapi.dll", {
  // (window, attribute, value, its size) → HRESULT
  DwmSetWindowAttribute: "lupu>i",
  DwmEnableBlurBehindWindow: "lp>i",
  // (window, MARGINS) → HRESULT
  DwmExtendFrameIntoClientArea: "lp>i",
});

export const MARGINS = struct({
  cxLeftWidth: "i32",
  cxRightWidth: "i32",
  cyTopHeight: "i32",
  cyBottomHeight: "i32",
});

export const DWM_BLURBEHIND = struct(
  { dwFlags: "u32", fEnable: "i32", hRgnBlur: "i64", fTransitionOnMaximized: "i32" },
  1,
);
