import { library } from "../library.ts";
import { gtkPackages } from "./packages.ts";

/**
 * Xlib, for features that GDK lacks: keep the pointer inside a window, grab keys on the whole
 * screen, and detect the end of the X server.
 */
export const x11 = library("libX11.so.6", gtkPackages, {
  // (display, window, owner events, event mask, pointer mode, keyboard mode, confine to, cursor,
  // time)
  XGrabPointer: "pLbuiiLLL>i",
  XUngrabPointer: "pL>i",
  // (display, keycode, modifiers, window, owner events, pointer mode, keyboard mode)
  XGrabKey: "piuLbii>i",
  XUngrabKey: "piuL>i",
  XStringToKeysym: "s>L",
  XFlush: "p>i",
  // (int (*handler)(Display *)) → the previous one
  XSetIOErrorHandler: "p>p",
});
