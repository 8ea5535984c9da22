import { applyFields as applyWays, type FieldWays } from "../../shell/window/fields.ts";
import { warnUnsupported, windowSystem } from "./display.ts";
import { gdk } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { reasons } from "./no-effect.ts";
import type { NativeWindow } from "./window.ts";

const inPage = { in: "page/webview.ts" };
const inWindow = { in: "window/window.ts" };
const forMacos = { noEffect: "it is for macOS" };

const ways: FieldWays<NativeWindow> = {
  url: inPage,
  userAgent: inPage,
  title: inWindow,
  fileDropEnabled: inWindow,
  size: inWindow,
  minSize: inWindow,
  maxSize: inWindow,
  resizable: inWindow,
  maximized: inWindow,
  fullscreen: inWindow,
  visible: inWindow,
  // Both are done with the size.
  position: (_, position) => position !== null && sayOnWayland("position", reasons.places),
  center: (_, isCentered) => isCentered && sayOnWayland("center", reasons.places),
  closable: ({ address }, isClosable) => gtk.gtk_window_set_deletable(address, isClosable),
  decorations: ({ address }, isDecorated) => gtk.gtk_window_set_decorated(address, isDecorated),
  alwaysOnTop({ address }, isOnTop) {
    gtk.gtk_window_set_keep_above(address, isOnTop);
    if (isOnTop) sayOnWayland("alwaysOnTop", reasons.wish);
  },
  skipTaskbar({ address }, skip) {
    gtk.gtk_window_set_skip_taskbar_hint(address, skip);
    if (skip) sayOnWayland("skipTaskbar", reasons.wish);
  },
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
  minimizable: { noEffect: reasons.buttons },
  theme: { noEffect: "pages and windows follow the desktop" },
  shadow: { noEffect: reasons.shadow },
  contentProtected: { noEffect: reasons.capture },
  titleBarStyle: forMacos,
  hiddenTitle: forMacos,
  acceptFirstMouse: forMacos,
  tabbingIdentifier: forMacos,
  additionalBrowserArgs: { noEffect: "it is for WebView2 on Windows" },
};

/** Does what the fields of a window say. */
export const applyFields = (window: NativeWindow): void => applyWays(window, ways, warnUnsupported);

function sayOnWayland(field: string, reason: string): void {
  if (windowSystem() === "wayland") warnUnsupported(field, reason);
}
