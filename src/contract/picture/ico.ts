import { pngSize, type PixelSize } from "./png.ts";

/** One of the pictures in an .ico. */
export interface IcoImage extends PixelSize {
  /** A whole PNG, or a bitmap without its file header. */
  readonly kind: "png" | "bitmap";
  readonly bytes: Uint8Array;
}

// An .ico is a directory of pictures, least significant byte first:
//
//   0  0, 1, how many           16 bits each
//   6  for each of them 16 bytes: width and height, a byte each, where 0 means 256;
//      at 8 how many bytes it has, and at 12 where they begin, 32 bits each
//
// Source: https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)

/** The pictures in an .ico, in its order; `null`: it is none, or an entry points outside of it. */
export function icoImages(bytes: Uint8Array): readonly IcoImage[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 6 || view.getUint16(0, true) !== 0 || view.getUint16(2, true) !== 1)
    return null;
  const count = view.getUint16(4, true);
  if (bytes.length < 6 + 16 * count) return null;
  const images: IcoImage[] = [];
  for (let entry = 6; entry < 6 + 16 * count; entry += 16) {
    const start = view.getUint32(entry + 12, true);
    const end = start + view.getUint32(entry + 8, true);
    if (start === end || end > bytes.length) return null;
    const image = bytes.subarray(start, end);
    const png = pngSize(image);
    const written = { width: view.getUint8(entry) || 256, height: view.getUint8(entry + 1) || 256 };
    images.push({ kind: png === null ? "bitmap" : "png", bytes: image, ...(png ?? written) });
  }
  return images;
}

/**
 * The picture of an .ico with the most pixels, preferring a PNG among equals; `null`: there is
 * none.
 */
export function largestIcoImage(bytes: Uint8Array): IcoImage | null {
  const rank = ({ width, height, kind }: IcoImage): number =>
    2 * width * height + (kind === "png" ? 1 : 0);
  return icoImages(bytes)?.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}
