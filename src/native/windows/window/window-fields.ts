import { applyFields as applyWays, type FieldWays } from "../../shell/window/fields.ts";
import { DWM_BLURBEHIND, dwmapi } from "../lib/dwmapi.ts";
import { gdi32 } from "../lib/gdi32.ts";
import { warnUnsupported } from "./display.ts";
import { reasons } from "./no-effect.ts";
import type { NativeWindow } from "./window.ts";

const inPage = { in: "page/view.ts" };
const inWindow = { in: "window/window.ts" };
const forMacos = { noEffect: reasons.macos };

const DWM_BB_ENABLE = 1;
const DWM_BB_BLURREGION = 2;

const ways: FieldWays<NativeWindow> = {
  url: inPage,
  userAgent: inPage,
  additionalBrowserArgs: inPage,
  title: inWindow,
  fileDropEnabled: inWindow,
  size: inWindow,
  minSize: inWindow,
  maxSize: inWindow,
  position: inWindow,
  center: inWindow,
  resizable: inWindow,
  maximizable: inWindow,
  minimizable: inWindow,
  decorations: inWindow,
  maximized: inWindow,
  fullscreen: inWindow,
  visible: inWindow,
  focus: inWindow,
  theme: inWindow,
  closable(window, isClosable) {
    if (!isClosable) window.isClosable = false;
  },
  alwaysOnTop: ({ placement }, isOnTop) => isOnTop && placement.setOnTop(true),
  skipTaskbar(window, skip) {
    if (skip) window.skipsTaskbar = true;
  },
  shadow: ({ placement }, hasShadow) =>
    !hasShadow && placement.look.isDecorated && warnUnsupported("shadow", reasons.shadow),
  contentProtected: (window, isProtected) => isProtected && window.protectContent(true),
  transparent({ handle }, isTransparent) {
    if (!isTransparent) return;
    // Blurring nothing is what makes Windows ask for the transparency of the rest.
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

/** Does what the fields of a window say. */
export const applyFields = (window: NativeWindow): void => applyWays(window, ways, warnUnsupported);
