import { applyFields as applyWays, type FieldWays } from "../../shell/window/fields.ts";
import { nsString } from "../objc/text.ts";
import { warnUnsupported } from "./display.ts";
import { reasons } from "./no-effect.ts";
import { appearanceOf } from "./theme.ts";
import type { NativeWindow } from "./window.ts";

const inPage = { in: "page/view.ts" };
const inWindow = { in: "window/window.ts" };
const inStyle = { in: "window/style.ts" };

const NSWindowTitleHidden = 1;
const NSWindowTabbingModePreferred = 1;
const NSWindowTabbingModeDisallowed = 2;

const ways: FieldWays<NativeWindow> = {
  url: inPage,
  userAgent: inPage,
  acceptFirstMouse: inPage,
  fileDropEnabled: inPage,
  title: inWindow,
  size: inWindow,
  minSize: inWindow,
  maxSize: inWindow,
  position: inWindow,
  center: inWindow,
  maximized: inWindow,
  fullscreen: inWindow,
  visible: inWindow,
  focus: inWindow,
  transparent: inWindow,
  decorations: inStyle,
  resizable: inStyle,
  maximizable: inStyle,
  minimizable: inStyle,
  closable: inStyle,
  alwaysOnTop: (window, isOnTop) => isOnTop && window.setOnTop(true),
  contentProtected: (window, isProtected) => isProtected && window.protectContent(true),
  theme: ({ window }, theme) => theme !== null && window.send("setAppearance:", appearanceOf(theme)),
  shadow: ({ window }, hasShadow) => window.send("setHasShadow:", hasShadow),
  // That the page goes on under it is a matter of style.
  titleBarStyle: ({ window }, style) =>
    style !== "Visible" && window.send("setTitlebarAppearsTransparent:", true),
  hiddenTitle: ({ window }, isHidden) => isHidden && window.send("setTitleVisibility:", NSWindowTitleHidden),
  tabbingIdentifier({ window }, identifier) {
    if (identifier === null) return window.send("setTabbingMode:", NSWindowTabbingModeDisallowed);
    window.send("setTabbingIdentifier:", nsString(identifier));
    window.send("setTabbingMode:", NSWindowTabbingModePreferred);
  },
  skipTaskbar: { noEffect: reasons.dock },
  additionalBrowserArgs: { noEffect: reasons.webview2 },
};

/** Does what the fields of a window say. */
export const applyFields = (window: NativeWindow): void => applyWays(window, ways, warnUnsupported);
