import type { Position, PixelPosition, PixelSize, Size } from "../../../contract/window/window.ts";
import { NSScreen } from "../lib/appkit/screen.ts";
import { itemsOf } from "../objc/array.ts";
import type { Point, Rect, Size as PointSize } from "../objc/signature.ts";
import { drawnShare } from "../../shell/window/drawn-size.ts";

// AppKit counts in points: device-independent pixels, from the bottom left corner of the primary
// screen upwards, over all screens. The contract counts from its top left corner downwards, in
// points or in pixels of the screen. With several scales there is no common plane of pixels: a
// position in pixels is one in points, times the scale of the window or screen in question.

/** Flips the y axis: between a position of AppKit's and one of ours. */
export function flipped({ x, y }: Point): Point {
  return { x, y: primaryHeight() - y };
}

/** The top left corner of AppKit's `rect`, in points of ours. */
export function cornerOf({ x, y, height }: Rect): Point {
  return flipped({ x, y: y + height });
}

function primaryHeight(): number {
  // The screen with the menu bar is the first one. There is none while the lid is closed.
  const [primary] = itemsOf(NSScreen.send("screens"));
  return primary === undefined ? 0 : NSScreen.at(primary).send("frame").height;
}

// The window server's limit. AppKit throws for a frame beyond 32 bits, and no code could catch
// that.
const longestLength = 10_000;
const farthestPlace = 16_000;

/** A length for AppKit, which accepts no empty content area. */
export function pointLength(length: number): number {
  return Math.min(Math.max(length, 1), longestLength);
}

function pointPlace(place: number): number {
  return Math.min(Math.max(place, -farthestPlace), farthestPlace);
}

/** A page's position, in points. */
export function pointPosition({ type, x, y }: Position, scale: number): Point {
  const factor = type === "Physical" ? scale : 1;
  return { x: pointPlace(x / factor), y: pointPlace(y / factor) };
}

/** A page's size, in points. */
export function pointSize({ type, width, height }: Size, scale: number): PointSize {
  const factor = type === "Physical" ? scale : 1;
  return drawnSize(
    { width: pointLength(width / factor), height: pointLength(height / factor) },
    scale,
  );
}

/** A size with too many pixels shrinks proportionally. */
export function drawnSize({ width, height }: PointSize, scale: number): PointSize {
  const share = drawnShare({ width: width * scale, height: height * scale });
  return { width: pointLength(width * share), height: pointLength(height * share) };
}

/** The pixels of the screen of such a position. */
export function pixelPosition(position: Position, scale: number): PixelPosition {
  const { x, y } = pointPosition(position, scale);
  return { x: Math.round(x * scale), y: Math.round(y * scale) };
}

/** The pixels of the screen of such a size. */
export function pixelSize(size: Size, scale: number): PixelSize {
  const { width, height } = pointSize(size, scale);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** The corner of AppKit's rectangle, in pixels of the screen. */
export function placeOf(rect: Rect, scale: number): PixelPosition {
  return pixelPosition({ type: "Logical", ...cornerOf(rect) }, scale);
}

/** The size of AppKit's rectangle, in pixels of the screen. */
export function sizeOf({ width, height }: Rect, scale: number): PixelSize {
  return pixelSize({ type: "Logical", width, height }, scale);
}
