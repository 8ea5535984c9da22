import type { FieldHandlers } from "../../toolkit.ts";
import { warnUnsupported } from "./display.ts";
import { gdk } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { reasons } from "./unsupported.ts";
import type { NativeWindow } from "./window.ts";

const inPage = { in: "page/webview.ts" };
const inWindow = { in: "window/window.ts" };
const forMacos = { unsupported: "it is for macOS" };

export const fields: FieldHandlers<NativeWindow> = {
  userAgent: inPage,
  fileDropEnabled: inWindow,
  resizable: inWindow,
  closable: ({ address }, isClosable) => gtk.gtk_window_set_deletable(address, isClosable),
  decorations: ({ address }, isDecorated) => gtk.gtk_window_set_decorated(address, isDecorated),
  focus: ({ address }, isFocused) => gtk.gtk_window_set_focus_on_map(address, isFocused),
  transparent({ address }, isTransparent) {
    if (!isTransparent) return;
    const visual = gdk.gdk_screen_get_rgba_visual(gtk.gtk_widget_get_screen(address));
    if (visual === null)
      return warnUnsupported("transparent", "this screen has no colours with transparency");
    gtk.gtk_widget_set_visual(address, visual);
    gtk.gtk_widget_set_app_paintable(address, true);
  },
  maximizable: ({ spec }, isMaximizable) =>
    // A window that is not resizable has no such button.
    !isMaximizable && spec.resizable && warnUnsupported("maximizable", reasons.buttons),
  minimizable: { unsupported: reasons.buttons },
  effects: ({ spec }, effects) =>
    effects.length > 0 &&
    spec.effectsFallback === null &&
    warnUnsupported("effects", reasons.effects),
  effectsFallback: inPage,
  titleBarStyle: forMacos,
  hiddenTitle: forMacos,
  acceptFirstMouse: forMacos,
  tabbingIdentifier: forMacos,
  additionalBrowserArgs: { unsupported: "it is for WebView2 on Windows" },
};
