import { read, type Pointer } from "bun:ffi";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import type { Address } from "../../ffi/signature.ts";
import { gdk } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { connect } from "../object.ts";
import { isFree, surfaceOf } from "./surface.ts";
import type { NativeWindow } from "./window.ts";

// A window without decorations has no frame to drag, and no window manager adds one. So the
// outermost part of the page replaces it.

// In GTK's pixels: the width of the edges, and the length of the corners along them.
const breadth = 5;
const corner = 16;

/** In the order of GdkWindowEdge. */
const pointers = ["nw", "n", "ne", "w", "e", "sw", "s", "se"].map((edge) => `${edge}-resize`);

const GDK_BUTTON_PRESS = 4;
const leftButton = 1;
const anyButton = 0b11111 << 8; // GDK_BUTTON1_MASK to GDK_BUTTON5_MASK

// struct GdkEventButton { type; window; gint8 send_event; guint32 time; gdouble x, y; axes; guint
// state, button; device; gdouble x_root, y_root; }, and GdkEventMotion is the same up to `state`
const typeOffset = 0;
const timeOffset = 20;
const xOffset = 24;
const yOffset = 32;
const stateOffset = 48;
const buttonOffset = 52;
const xRootOffset = 64;
const yRootOffset = 72;

const windows = new Held<ResizeEdges>("edges of windows");

const buttonPressed = callback(
  "ppL>b",
  (_view, event, number) => windows.get(number)?.press(event) ?? false,
);
const pointerMoved = callback(
  "ppL>b",
  (_view, event, number) => windows.get(number)?.point(event) ?? false,
);
const cursorChanged = callback("ppL>v", (_surface, _property, number) =>
  windows.get(number)?.show(),
);

/**
 * Lets the user resize a window without decorations by its edges, until the returned function is
 * called.
 */
export function watchEdges(window: NativeWindow): () => void {
  const number = windows.add(
    new ResizeEdges(window, (surface) => connect(surface, "notify::cursor", cursorChanged, number)),
  );
  connect(window.view.address, "button-press-event", buttonPressed, number);
  connect(window.view.address, "motion-notify-event", pointerMoved, number);
  return () => void windows.take(number);
}

class ResizeEdges {
  readonly #window: NativeWindow;
  readonly #watchCursor: (surface: Address) => void;
  #watched: Address | null = null;
  /** The GdkWindowEdge under the pointer. */
  #pointed: number | null = null;

  constructor(window: NativeWindow, watchCursor: (surface: Address) => void) {
    this.#window = window;
    this.#watchCursor = watchCursor;
  }

  /**
   * Begins to resize a window that is pressed at an edge. Returns whether it did, so that its page
   * does not receive the press.
   */
  press(address: Address): boolean {
    const event = address as Pointer;
    if (read.u32(event, buttonOffset) !== leftButton) return false;
    const edge = edgeAt(this.#window, event);
    if (edge === null) return false;
    // The second press of a double click is also reported as such.
    if (read.i32(event, typeOffset) === GDK_BUTTON_PRESS) {
      const [x, y] = [read.f64(event, xRootOffset), read.f64(event, yRootOffset)];
      const time = read.u32(event, timeOffset);
      const window = this.#window.address;
      gtk.gtk_window_begin_resize_drag(
        window,
        edge,
        leftButton,
        Math.round(x),
        Math.round(y),
        time,
      );
    }
    return true;
  }

  /**
   * Returns whether the pointer is at an edge, and shows its cursor; otherwise the engine shows the
   * page's cursor.
   */
  point(address: Address): boolean {
    const event = address as Pointer;
    // A drag inside of the page continues.
    const isDragging = (read.u32(event, stateOffset) & anyButton) !== 0;
    this.#pointed = isDragging ? null : edgeAt(this.#window, event);
    this.show();
    return this.#pointed !== null;
  }

  /**
   * Shows the edge's cursor while the pointer is at an edge. The page's process sends the engine
   * its cursor some time after the pointer moved: then it is shown again.
   */
  show(): void {
    const cursor = this.#pointed === null ? null : cursorOf(this.#pointed);
    if (cursor === null) return;
    const surface = surfaceOf(this.#window.view.address);
    if (this.#watched !== surface) this.#watchCursor(surface);
    this.#watched = surface;
    // Our own changes are reported, too.
    if (gdk.gdk_window_get_cursor(surface) !== cursor) gdk.gdk_window_set_cursor(surface, cursor);
  }
}

const cursors = new Map<number, Address>();

/** The GdkCursor of an edge, always the same; `null`: the desktop's theme has none. */
function cursorOf(edge: number): Address | null {
  const display = gdk.gdk_display_get_default();
  const cursor =
    cursors.get(edge) ??
    (display === null ? null : gdk.gdk_cursor_new_from_name(display, pointers[edge] ?? ""));
  if (cursor !== null) cursors.set(edge, cursor);
  return cursor;
}

/** The GdkWindowEdge at an event; `null`: none that can be dragged. */
function edgeAt({ address, view, placement }: NativeWindow, event: Pointer): number | null {
  if (!placement.isResizable || gtk.gtk_window_get_decorated(address) !== 0 || !isFree(address))
    return null;
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
