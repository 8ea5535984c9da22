import type { FieldHandlers } from "../../toolkit.ts";
import { allowTabs } from "../app/application.ts";
import { nsString } from "../objc/text.ts";
import { reasons } from "./unsupported.ts";
import type { NativeWindow } from "./window.ts";

const inPage = { in: "page/view.ts" };
const inWindow = { in: "window/window.ts" };
const inStyle = { in: "window/style.ts" };

const NSWindowTitleHidden = 1;
const NSWindowTabbingModePreferred = 1;
const NSWindowTabbingModeDisallowed = 2;

export const fields: FieldHandlers<NativeWindow> = {
  userAgent: inPage,
  acceptFirstMouse: inPage,
  fileDropEnabled: inPage,
  focus: inWindow,
  transparent: inWindow,
  effects: inWindow,
  effectsFallback: inWindow,
  decorations: inStyle,
  resizable: inStyle,
  maximizable: inStyle,
  minimizable: inStyle,
  closable: inStyle,
  // The style mask decides whether the page continues under it.
  titleBarStyle: ({ window }, style) =>
    style !== "Visible" && window.send("setTitlebarAppearsTransparent:", true),
  hiddenTitle: ({ window }, isHidden) =>
    isHidden && window.send("setTitleVisibility:", NSWindowTitleHidden),
  tabbingIdentifier({ window }, identifier) {
    if (identifier === null) return window.send("setTabbingMode:", NSWindowTabbingModeDisallowed);
    allowTabs(true);
    window.send("setTabbingIdentifier:", nsString(identifier));
    window.send("setTabbingMode:", NSWindowTabbingModePreferred);
  },
  additionalBrowserArgs: { unsupported: reasons.webview2 },
};
