import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { gdk } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { connect } from "../object.ts";
import { windowSystem } from "../window/display.ts";
import { rectangle } from "../window/surface.ts";

/** The views that will be drawn as a whole next. */
const requested = new Set<Address>();

const drawPart = callback("ppL>b", (view, context) => {
  const { width, height } = rectangle((area) => gdk.gdk_cairo_get_clip_rectangle(context, area));
  const isWhole =
    width >= gtk.gtk_widget_get_allocated_width(view) &&
    height >= gtk.gtk_widget_get_allocated_height(view);
  // Never twice in a row, so that no view is drawn for ever.
  if (!requested.delete(view) && !isWhole) {
    requested.add(view);
    gtk.gtk_widget_queue_draw(view);
  }
  return false; // the engine draws the part
});

/**
 * Draws the whole of a view after each part of it.
 *
 * X11 without a compositor, as with VNC and in many virtual machines, has the part drawn again that
 * a menu or a notification covered. Without a GPU WebKitGTK 2.50 then draws another part, and the
 * page keeps a hole until it changes. Frames of pages are drawn as a whole in any case.
 */
export function drawWhole(view: Address): void {
  const screen = gdk.gdk_screen_get_default();
  if (windowSystem() === "x11" && screen !== null && !gdk.gdk_screen_is_composited(screen))
    connect(view, "draw", drawPart, 0);
}
