import type { PixelPosition, PixelSize, Position, Size } from "../../../contract/window/window.ts";
import type { StructValue } from "../../ffi/struct.ts";
import { POINT, RECT, user32 } from "../lib/user32.ts";
import { drawnShare } from "../../shell/window/drawn-size.ts";

// Windows always counts in pixels of the screen for a DPI-aware program.

export const logicalDpi = 96;

/** Left, top, width and height. */
export type Area = PixelPosition & PixelSize;

export type Rect = StructValue<{
  readonly left: "i32";
  readonly top: "i32";
  readonly right: "i32";
  readonly bottom: "i32";
}>;

export function areaOf(rect: Rect): Area {
  const [x, y] = [rect.get("left"), rect.get("top")];
  return { x, y, width: rect.get("right") - x, height: rect.get("bottom") - y };
}

/** The fields of a `RECT`. */
export function cornersOf({ x, y, width, height }: Area): {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
} {
  return { left: x, top: y, right: x + width, bottom: y + height };
}

export function rectOf(area: Area): Rect {
  return RECT.make(cornersOf(area));
}

/** The intersection of both. */
export function sharedArea(one: Area, other: Area): Area {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(Math.min(one.x + one.width, other.x + other.width) - x, 0),
    height: Math.max(Math.min(one.y + one.height, other.y + other.height) - y, 0),
  };
}

export function dpiOf(window: number): number {
  return user32.GetDpiForWindow(window) || logicalDpi;
}

/** The pixels of the screen per logical pixel, at the window's position. */
export function scaleOf(window: number): number {
  return dpiOf(window) / logicalDpi;
}

/** The window with its frame, including the invisible resize border. */
export function outerArea(window: number): Area {
  const rect = RECT.make();
  user32.GetWindowRect(window, rect.bytes);
  return areaOf(rect);
}

/** The content area of a window, on the screen. */
export function innerArea(window: number): Area {
  const rect = RECT.make();
  user32.GetClientRect(window, rect.bytes);
  const { width, height } = areaOf(rect);
  return { ...onScreen(window, { x: 0, y: 0 }), width, height };
}

/** A position in the content area of a window, on the screen. */
export function onScreen(window: number, { x, y }: PixelPosition): PixelPosition {
  const point = POINT.make({ x, y });
  user32.ClientToScreen(window, point.bytes);
  return { x: point.get("x"), y: point.get("y") };
}

// Messages carry lengths in 16 bits.
const longestLength = 0x7fff;

/** A length for Windows; a content area cannot be empty. */
export function wholeLength(length: number): number {
  return Math.min(Math.max(Math.round(length), 1), longestLength);
}

function wholePlace(place: number): number {
  return Math.min(Math.max(Math.round(place), -longestLength - 1), longestLength);
}

export function pixelSize({ type, width, height }: Size, scale: number): PixelSize {
  const factor = type === "Logical" ? scale : 1;
  return drawnSize({ width: wholeLength(width * factor), height: wholeLength(height * factor) });
}

/** A size with too many pixels shrinks proportionally. */
export function drawnSize({ width, height }: PixelSize): PixelSize {
  const share = drawnShare({ width, height });
  return {
    width: wholeLength(Math.floor(width * share)),
    height: wholeLength(Math.floor(height * share)),
  };
}

export function pixelPosition({ type, x, y }: Position, scale: number): PixelPosition {
  const factor = type === "Logical" ? scale : 1;
  return { x: wholePlace(x * factor), y: wholePlace(y * factor) };
}

/** The signed numbers in the lower and the upper half of a message's parameter. */
export function halves(parameter: number): PixelPosition {
  return { x: (parameter << 16) >> 16, y: parameter >> 16 };
}
