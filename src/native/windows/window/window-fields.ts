import type { FieldHandlers } from "../../toolkit.ts";
import { DWM_BLURBEHIND, dwmapi } from "../lib/dwmapi.ts";
import { gdi32 } from "../lib/gdi32.ts";
import { warnUnsupported } from "./display.ts";
import { reasons } from "./unsupported.ts";
import type { NativeWindow } from "./window.ts";

const inPage = { in: "page/view.ts" };
const inWindow = { in: "window/window.ts" };
const forMacos = { unsupported: reasons.macos };

const DWM_BB_ENABLE = 1;
const DWM_BB_BLURREGION = 2;

export const fields: FieldHandlers<NativeWindow> = {
  userAgent: inPage,
  additionalBrowserArgs: inPage,
  fileDropEnabled: inWindow,
  resizable: inWindow,
  maximizable: inWindow,
  minimizable: inWindow,
  decorations: inWindow,
  focus: inWindow,
  effects: inWindow,
  effectsFallback: inWindow,
  closable: (window, isClosable) => !isClosable && window.setClosable(false),
  transparent({ handle }, isTransparent) {
    if (!isTransparent) return;
    // Blurring an empty region makes Windows respect the transparency of the rest.
    const nowhere = gdi32.CreateRectRgn(0, 0, -1, -1);
    const blur = { dwFlags: DWM_BB_ENABLE | DWM_BB_BLURREGION, fEnable: 1, hRgnBlur: nowhere };
    const result = dwmapi.DwmEnableBlurBehindWindow(handle, DWM_BLURBEHIND.make(blur).bytes);
    gdi32.DeleteObject(nowhere);
    if (result < 0) warnUnsupported("transparent", reasons.transparency);
  },
  titleBarStyle: forMacos,
  hiddenTitle: forMacos,
  acceptFirstMouse: forMacos,
  tabbingIdentifier: forMacos,
};
