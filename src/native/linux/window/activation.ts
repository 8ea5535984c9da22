import { gdk, gdkWayland } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { windowSystem } from "./display.ts";
import type { NativeWindow } from "./window.ts";

/** Has the next `gtk_window_present` of a window be what its user wished for when they got this token. */
export function useActivation({ address }: NativeWindow, token: string): void {
  const display = gdk.gdk_display_get_default();
  const system = windowSystem();
  if (system === "x11") gtk.gtk_window_set_startup_id(address, token);
  // GTK passes it on with the request for the focus, once.
  else if (system === "wayland" && display !== null)
    gdkWayland.gdk_wayland_display_set_startup_notification_id(display, token);
}
