import type { PixelPosition, PixelSize, Position, Size } from "../../../contract/window/window.ts";
import type { Address } from "../../ffi/signature.ts";
import { gdk } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { drawnShare } from "../../shell/window/drawn-size.ts";

// GTK always counts in logical pixels; the framework reports pixels of the screen to pages.

/** Left, top, width and height, in GTK's pixels. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Reads a GdkRectangle that `fill` writes. */
export function rectangle(fill: (area: Int32Array) => void): Rectangle {
  const area = new Int32Array(4);
  fill(area);
  const [x = 0, y = 0, width = 0, height = 0] = area;
  return { x, y, width, height };
}

/** Reads two numbers that `fill` writes. */
export function pair(fill: (first: Int32Array, second: Int32Array) => void): {
  readonly x: number;
  readonly y: number;
} {
  const [first, second] = [new Int32Array(1), new Int32Array(1)];
  fill(first, second);
  return { x: first[0] ?? 0, y: second[0] ?? 0 };
}

/** The GdkWindow of a widget, which is created at its first use. */
export function surfaceOf(widget: Address): Address {
  if (gtk.gtk_widget_get_window(widget) === null) gtk.gtk_widget_realize(widget);
  const surface = gtk.gtk_widget_get_window(widget);
  if (surface === null)
    throw new Error("Cannot reach a window: want one with a place on the display");
  return surface;
}

/** The top left corner of a window with its frame. */
export function frameOf(window: Address): Rectangle {
  return rectangle((area) => gdk.gdk_window_get_frame_extents(surfaceOf(window), area));
}

/** The next size of a window, without the frame of the window manager. */
export function sizeOf(window: Address): PixelSize {
  const { x, y } = pair((width, height) => gtk.gtk_window_get_size(window, width, height));
  return { width: x, height: y };
}

/** The top left corner of a window's content area. */
export function originOf(window: Address): PixelPosition {
  return pair((x, y) => gdk.gdk_window_get_origin(surfaceOf(window), x, y));
}

const GDK_WINDOW_STATE_MAXIMIZED = 1 << 2;
const GDK_WINDOW_STATE_FULLSCREEN = 1 << 4;
// Between those of the edges are the bits GDK_WINDOW_STATE_…_RESIZABLE, which GNOME sets for every
// window.
const GDK_WINDOW_STATE_TILED = (1 << 8) | (1 << 9) | (1 << 11) | (1 << 13) | (1 << 15); // at any of its edges

/** Whether a window has its requested size, rather than one that the desktop sets. */
export function isFree(window: Address): boolean {
  const given = GDK_WINDOW_STATE_MAXIMIZED | GDK_WINDOW_STATE_FULLSCREEN | GDK_WINDOW_STATE_TILED;
  return (gdk.gdk_window_get_state(surfaceOf(window)) & given) === 0;
}

export function isFullscreen(window: Address): boolean {
  return (gdk.gdk_window_get_state(surfaceOf(window)) & GDK_WINDOW_STATE_FULLSCREEN) !== 0;
}

export function isMaximized(window: Address): boolean {
  return (gdk.gdk_window_get_state(surfaceOf(window)) & GDK_WINDOW_STATE_MAXIMIZED) !== 0;
}

export function scaleOf(widget: Address): number {
  return gtk.gtk_widget_get_scale_factor(widget);
}

// X11 and Wayland encode lengths in 16 bits.
export const longestLength = 0x7fff;

/** A length for GTK, which accepts no empty content area. */
export function wholeLength(length: number): number {
  return Math.min(Math.max(Math.round(length), 1), longestLength);
}

/** A position for GTK. */
export function wholePlace(place: number): number {
  return Math.min(Math.max(Math.round(place), -longestLength - 1), longestLength);
}

/**
 * A size for GTK; one of too many pixels shrinks proportionally. The bytes of a window's picture
 * are counted in 31 bits: beyond, GDK crashes on Wayland, and the page's process on X11.
 */
export function wholeSize({ width, height }: PixelSize, scale: number): PixelSize {
  const [wide, high] = [wholeLength(width), wholeLength(height)];
  const share = drawnShare({ width: wide * scale, height: high * scale });
  return {
    width: wholeLength(Math.floor(wide * share)),
    height: wholeLength(Math.floor(high * share)),
  };
}

export function logicalSize({ type, width, height }: Size, scale: number): PixelSize {
  const factor = type === "Physical" ? scale : 1;
  return { width: wholeLength(width / factor), height: wholeLength(height / factor) };
}

export function logicalPosition({ type, x, y }: Position, scale: number): PixelPosition {
  const factor = type === "Physical" ? scale : 1;
  return { x: wholePlace(x / factor), y: wholePlace(y / factor) };
}

export function physicalSize({ width, height }: PixelSize, scale: number): PixelSize {
  return { width: width * scale, height: height * scale };
}

export function physicalPosition({ x, y }: PixelPosition, scale: number): PixelPosition {
  return { x: x * scale, y: y * scale };
}
