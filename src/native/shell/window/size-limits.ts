import type { PixelSize, Size } from "../../../contract/window/window.ts";

/** The minimum or the maximum of the content area; `null`: the system's. */
export interface SizeLimit {
  readonly width: number | null;
  readonly height: number | null;
}

/** Both limits of the content area, in logical pixels. */
export interface SizeLimits {
  readonly min: SizeLimit;
  readonly max: SizeLimit;
}

export const noLimit: SizeLimit = { width: null, height: null };

export function isLimit({ width, height }: SizeLimit): boolean {
  return width !== null || height !== null;
}

/** The limit of a page's call, in logical pixels. */
export function logicalLimit(size: Size | null, scale: number): SizeLimit {
  if (size === null) return noLimit;
  const factor = size.type === "Physical" ? scale : 1;
  return { width: size.width / factor, height: size.height / factor };
}

/** The size nearest to `size` that the limits allow. The minimum wins over the maximum. */
export function sizeWithin({ min, max }: SizeLimits, { width, height }: PixelSize): PixelSize {
  const within = (length: number, from: number | null, to: number | null): number =>
    Math.max(Math.min(length, to ?? length), from ?? 1);
  return {
    width: within(width, min.width, max.width),
    height: within(height, min.height, max.height),
  };
}
