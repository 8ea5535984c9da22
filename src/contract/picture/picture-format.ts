import { largestIcoImage } from "./ico.ts";
import { pngSize, reasonAgainstChunks, reasonAgainstIcon } from "./png.ts";

/**
 * The formats of pictures that pages may pass. SVG is excluded because it is a program: it can blur
 * for any length of time.
 */
export type PictureFormat = "png" | "jpeg" | "gif" | "bmp" | "ico" | "webp";

/**
 * The format of a picture by its first bytes; `null`: none of these. The names are those of
 * GdkPixbuf's loaders.
 */
export function pictureFormat(bytes: Uint8Array): PictureFormat | null {
  const begins = (start: readonly number[], at = 0): boolean =>
    start.every((byte, index) => bytes[at + index] === byte);
  if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "png";
  if (begins([0xff, 0xd8, 0xff])) return "jpeg";
  if (begins([0x47, 0x49, 0x46, 0x38])) return "gif";
  if (begins([0x42, 0x4d])) return "bmp";
  if (begins([0, 0, 1, 0])) return "ico";
  if (begins([0x52, 0x49, 0x46, 0x46]) && begins([0x57, 0x45, 0x42, 0x50], 8)) return "webp";
  return null;
}

/**
 * The reason why bytes cannot be an icon, phrased to follow the name of their file; `null`: they
 * can.
 */
export function reasonAgainstPicture(bytes: Uint8Array): string | null {
  const format = pictureFormat(bytes);
  if (format === null) return "must be a PNG, JPEG, GIF, BMP, ICO or WebP picture";
  if (format === "png") return reasonAgainstPng(bytes);
  if (format !== "ico") return null;
  const image = largestIcoImage(bytes);
  if (image === null) return "must be a whole ICO file with a picture in it";
  return image.kind === "png" ? reasonAgainstPng(image.bytes) : null;
}

function reasonAgainstPng(bytes: Uint8Array): string | null {
  const size = pngSize(bytes);
  const reason = size === null ? null : reasonAgainstIcon(size);
  if (reason !== null) return `is too large: ${reason}`;
  return reasonAgainstChunks(bytes);
}
