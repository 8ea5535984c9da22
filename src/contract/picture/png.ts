import { limits } from "../limits.ts";

/** The size of a picture, in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

// A picture of a few bytes may claim any number of pixels, and its decoder allocates memory for
// them all.
const maxIconPixels = limits.picturePixels.most;

/**
 * The reason why a picture is too large for an icon, phrased to follow its name and a colon;
 * `null`: it is not.
 */
export function reasonAgainstIcon({ width, height }: PixelSize): string | null {
  if (width * height <= maxIconPixels) return null;
  return `it has ${width} × ${height} pixels, and may have ${maxIconPixels} at most`;
}

/** Whether a PNG is complete according to its chunk lengths; their content is not checked. */
export function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // Each chunk is its length, its name, that many bytes, and a checksum. The last one is called
  // IEND.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (view.getUint32(at + 4) === 0x49454e44) return true;
  }
  return false;
}

/** The number of leading bytes of a PNG that hold its size. */
export const pngHeadLength = 24;

/** The size in the header of a PNG; `null`: it is no PNG. */
export function pngSize(bytes: Uint8Array): PixelSize | null {
  if (bytes.length < pngHeadLength) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, pngHeadLength);
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  // The first chunk of a PNG is IHDR; it begins with width and height.
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
