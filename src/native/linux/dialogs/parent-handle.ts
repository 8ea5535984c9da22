import { callback } from "../../ffi/callback.ts";
import { textAt, type Address } from "../../ffi/signature.ts";
import { windowSystem } from "../window/display.ts";
import { Held } from "../../ffi/held.ts";
import { gdk, gdkWayland, gdkX11 } from "../lib/gdk.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";

const exports = new Held<(handle: string) => void>("window handles");

const exported = callback("ppL>v", (_window, handle, number) =>
  exports.take(number)?.(textAt(handle)),
);

/**
 * The handle by which other processes know a window, so that their dialogs appear in front of it.
 */
export interface ParentHandle {
  readonly text: string;
  release(): void;
}

const none: ParentHandle = { text: "", release: () => {} };

/** Finds a window's handle; an empty one while the window is not on the screen. */
export function parentHandle(window: Address): Promise<ParentHandle> {
  const surface = gtk.gtk_widget_get_window(window);
  if (surface === null) return Promise.resolve(none);
  const system = windowSystem();
  if (system === "x11") {
    const text = `x11:${gdkX11.gdk_x11_window_get_xid(surface).toString(16)}`;
    return Promise.resolve({ ...none, text });
  }
  if (system === "other") return Promise.resolve(none);
  return new Promise((resolve) => {
    // The window may close before the dialog in front of it has been answered.
    gobject.g_object_ref(surface);
    const release = (): void => {
      if (!gdk.gdk_window_is_destroyed(surface))
        gdkWayland.gdk_wayland_window_unexport_handle(surface);
      gobject.g_object_unref(surface);
    };
    const number = exports.add((handle) => resolve({ text: `wayland:${handle}`, release }));
    if (gdkWayland.gdk_wayland_window_export_handle(surface, exported(), number, null) !== 0)
      return;
    exports.take(number);
    gobject.g_object_unref(surface);
    resolve(none);
  });
}
