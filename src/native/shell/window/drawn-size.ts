import type { PixelSize } from "../../../contract/window/window.ts";

/**
 * More pixels no window is given: eight monitors of 4K, or two of 8K, and each takes four bytes in
 * the engine and as many again on the way to the screen. A size that was a mistake, 1e9 by 1e9,
 * would take gigabytes, and all windows would wait.
 */
const maxPixels = 2 ** 26;

/** By how much both lengths of a size become shorter, so that it can be drawn: 1 for most. */
export function drawnShare({ width, height }: PixelSize): number {
  return Math.min(Math.sqrt(maxPixels / (width * height)), 1);
}
