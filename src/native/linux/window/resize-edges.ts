import { read, type Pointer } from "bun:ffi";
import type { Address } from "../../ffi/signature.ts";
import { gdk } from "../lib/gdk.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { isFree, surfaceOf } from "./surface.ts";
import type { NativeWindow } from "./window.ts";

// A window without decorations has no frame to take hold of, and no window manager gives it one. So what is outermost of
// the page stands for it.

// In GTK's pixels: how far the edges reach inwards, and the corners along them.
const breadth = 5;
const corner = 16;

/** In the order of GdkWindowEdge. */
const pointers = ["nw", "n", "ne", "w", "e", "sw", "s", "se"].map((edge) => `${edge}-resize`);

const GDK_BUTTON_PRESS = 4;
const leftButton = 1;
const anyButton = 0b11111 << 8; // GDK_BUTTON1_MASK to GDK_BUTTON5_MASK

// struct GdkEventButton { type; window; gint8 send_event; guint32 time; gdouble x, y; axes; guint state, button; device;
//   gdouble x_root, y_root; }, and GdkEventMotion is the same up to `state`
const typeOffset = 0;
const timeOffset = 20;
const xOffset = 24;
const yOffset = 32;
const stateOffset = 48;
const buttonOffset = 52;
const xRootOffset = 64;
const yRootOffset = 72;

/** Begins to resize a window that is pressed at an edge. Says whether it was, so that its page does not hear of it. */
export function pressEdge(window: NativeWindow, address: Address): boolean {
  const event = address as Pointer;
  if (read.u32(event, buttonOffset) !== leftButton) return false;
  const edge = edgeAt(window, event);
  if (edge === null) return false;
  // The second press of a double click is told once more as such.
  if (read.i32(event, typeOffset) === GDK_BUTTON_PRESS) {
    const [x, y] = [read.f64(event, xRootOffset), read.f64(event, yRootOffset)];
    const time = read.u32(event, timeOffset);
    gtk.gtk_window_begin_resize_drag(window.address, edge, leftButton, Math.round(x), Math.round(y), time);
  }
  return true;
}

/** Shows the user that the pointer is at an edge. Says whether it is; otherwise the engine shows what its page wants. */
export function pointAtEdge(window: NativeWindow, address: Address): boolean {
  const event = address as Pointer;
  // What is dragged inside of the page goes on.
  if ((read.u32(event, stateOffset) & anyButton) !== 0) return false;
  const edge = edgeAt(window, event);
  if (edge === null) return false;
  const display = gdk.gdk_display_get_default();
  const cursor = display === null ? null : gdk.gdk_cursor_new_from_name(display, pointers[edge] ?? "");
  if (cursor !== null) {
    gdk.gdk_window_set_cursor(surfaceOf(window.view.address), cursor);
    gobject.g_object_unref(cursor);
  }
  return true;
}

/** The GdkWindowEdge that an event is at; `null`: at none that can be dragged. */
function edgeAt({ address, view, isResizable }: NativeWindow, event: Pointer): number | null {
  if (!isResizable || gtk.gtk_window_get_decorated(address) !== 0 || !isFree(address)) return null;
  const [x, y] = [read.f64(event, xOffset), read.f64(event, yOffset)];
  const width = gtk.gtk_widget_get_allocated_width(view.address);
  const height = gtk.gtk_widget_get_allocated_height(view.address);
  let [column, row] = [thirdOf(x, width, breadth), thirdOf(y, height, breadth)];
  if (column !== 1) row = thirdOf(y, height, corner);
  else if (row !== 1) column = thirdOf(x, width, corner);
  const place = row * 3 + column;
  if (place === 4) return null;
  return place < 4 ? place : place - 1;
}

/** 0 at the beginning of a length, 2 at its end, 1 in between. */
function thirdOf(place: number, length: number, reach: number): 0 | 1 | 2 {
  if (place < reach) return 0;
  return place >= length - reach ? 2 : 1;
}
