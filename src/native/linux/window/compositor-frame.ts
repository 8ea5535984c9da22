import type { Address } from "../../ffi/signature.ts";
import { gdk, gdkWayland } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { windowSystem } from "./display.ts";

/**
 * Tells a compositor that draws frames, such as KWin and sway, whether to draw one around a window
 * on the screen. GTK tells it only of windows whose frame it draws itself, so the compositor would
 * draw one around a window without decorations. It forgets this when the window is hidden.
 *
 * @returns the display of such a compositor; `null`: it was not told
 */
export function chooseCompositorFrame(window: Address): Address | null {
  if (windowSystem() !== "wayland") return null;
  const display = gdk.gdk_display_get_default();
  const surface = gtk.gtk_widget_get_window(window);
  if (display === null || surface === null) return null;
  // Otherwise GTK draws the frame, and says so.
  if (gdkWayland.gdk_wayland_display_prefers_ssd(display) === 0) return null;
  if (gtk.gtk_window_get_decorated(window) === 0)
    gdkWayland.gdk_wayland_window_announce_csd(surface);
  else gdkWayland.gdk_wayland_window_announce_ssd(surface);
  return display;
}

/**
 * The same for a change: waits for the compositor's answer. It keeps the size of the frame and so
 * changes that of the page; a size that is set before the answer would count for the old frame.
 */
export function changeCompositorFrame(window: Address): void {
  const display = chooseCompositorFrame(window);
  if (display !== null) gdk.gdk_display_sync(display);
}
