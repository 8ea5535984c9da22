import { limits } from "../limits.ts";

/** The size of a picture, in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

// A picture of a few bytes may say that it has as many pixels as it likes, and who decodes it makes
// room for them all.
const maxIconPixels = limits.picturePixels.most;

/**
 * Why a picture is too large for an icon, in words that follow its name and a colon; `null`: it is
 * not.
 */
export function reasonAgainstIcon({ width, height }: PixelSize): string | null {
  if (width * height <= maxIconPixels) return null;
  return `it has ${width} × ${height} pixels, and may have ${maxIconPixels} at most`;
}

/** Whether a PNG is there to its end, as its parts say; what they hold is not looked at. */
export function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // Each part is its length, its name, that many bytes, and a check sum. The last one is called
  // IEND.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49454e44) return true;
  }
  return false;
}

/** How many bytes of a PNG tell its size. */
export const pngHeadLength = 24;

/** The size that a PNG says it has; `null`: it is none. */
export function pngSize(bytes: Uint8Array): PixelSize | null {
  if (bytes.length < pngHeadLength) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, pngHeadLength);
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  // The first chunk of a PNG is IHDR; it begins with width and height.
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
