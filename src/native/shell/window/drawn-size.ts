import type { PixelSize } from "../../../contract/window/window.ts";

/**
 * The maximum number of pixels of a window: eight 4K monitors, or two 8K ones. Each pixel takes
 * four bytes in the engine and as many again on the way to the screen. A mistaken size of 1e9 by
 * 1e9 would take gigabytes, and block all windows.
 */
const maxPixels = 2 ** 26;

/** The factor by which both lengths of a size shrink so that it can be drawn: usually 1. */
export function drawnShare({ width, height }: PixelSize): number {
  return Math.min(Math.sqrt(maxPixels / (width * height)), 1);
}
