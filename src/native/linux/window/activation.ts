import { gdk, gdkWayland } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { windowSystem } from "./display.ts";
import type { NativeWindow } from "./window.ts";

/** Uses an activation token of the desktop for the next `gtk_window_present` of a window. */
export function useActivation({ address }: NativeWindow, token: string): void {
  const display = gdk.gdk_display_get_default();
  const system = windowSystem();
  if (system === "x11") gtk.gtk_window_set_startup_id(address, token);
  // GTK sends it once, with its next request for the focus.
  else if (system === "wayland" && display !== null)
    gdkWayland.gdk_wayland_display_set_startup_notification_id(display, token);
}
