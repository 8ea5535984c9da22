import type { Position, PixelPosition, PixelSize, Size } from "../../../contract/window/window.ts";
import { NSScreen } from "../lib/screen.ts";
import { itemsOf } from "../objc/array.ts";
import type { Point, Rect, Size as PointSize } from "../objc/signature.ts";
import { drawnShare } from "../../shell/window/drawn-size.ts";

// AppKit counts in points: device-independent pixels, from the bottom left corner of the primary
// screen upwards, over all screens. The contract counts from its top left corner downwards, in
// points or in pixels of the screen. Where screens have other scales there is no plane of pixels
// that all of them are on: a place in pixels is one in points, times the scale of who is asked
// about.

/** The other way up: a place of AppKit's for one of ours, or ours for AppKit's. */
export function flipped({ x, y }: Point): Point {
  return { x, y: primaryHeight() - y };
}

/** The top left corner of what AppKit has at `rect`, in points of ours. */
export function cornerOf({ x, y, height }: Rect): Point {
  return flipped({ x, y: y + height });
}

function primaryHeight(): number {
  // The screen with the menu bar is the first one. There is none while the lid is closed.
  const [primary] = itemsOf(NSScreen.send("screens"));
  return primary === undefined ? 0 : NSScreen.at(primary).send("frame").height;
}

// What the window server takes. AppKit throws for a frame that 32 bits do not hold, and no code
// could catch that.
const longestLength = 10_000;
const farthestPlace = 16_000;

/** A length for AppKit, which takes no window without an inside. */
export function pointLength(length: number): number {
  return Math.min(Math.max(length, 1), longestLength);
}

function pointPlace(place: number): number {
  return Math.min(Math.max(place, -farthestPlace), farthestPlace);
}

/** A place that a page gives, in points. */
export function pointPosition({ type, x, y }: Position, scale: number): Point {
  const factor = type === "Physical" ? scale : 1;
  return { x: pointPlace(x / factor), y: pointPlace(y / factor) };
}

/** A size that a page gives, in points. */
export function pointSize({ type, width, height }: Size, scale: number): PointSize {
  const factor = type === "Physical" ? scale : 1;
  return drawnSize(
    { width: pointLength(width / factor), height: pointLength(height / factor) },
    scale,
  );
}

/** One of too many pixels becomes smaller in the same shape. */
export function drawnSize({ width, height }: PointSize, scale: number): PointSize {
  const share = drawnShare({ width: width * scale, height: height * scale });
  return { width: pointLength(width * share), height: pointLength(height * share) };
}

/** The pixels of the screen that such a place comes to. */
export function pixelPosition(position: Position, scale: number): PixelPosition {
  const { x, y } = pointPosition(position, scale);
  return { x: Math.round(x * scale), y: Math.round(y * scale) };
}

/** The pixels of the screen that such a size comes to. */
export function pixelSize(size: Size, scale: number): PixelSize {
  const { width, height } = pointSize(size, scale);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The pixels of the screen at which a rectangle of AppKit's begins. */
export function placeOf(rect: Rect, scale: number): PixelPosition {
  return pixelPosition({ type: "Logical", ...cornerOf(rect) }, scale);
}

/** How many pixels of the screen a rectangle of AppKit's measures. */
export function sizeOf({ width, height }: Rect, scale: number): PixelSize {
  return pixelSize({ type: "Logical", width, height }, scale);
}
