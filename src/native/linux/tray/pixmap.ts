import type { Address } from "../../ffi/signature.ts";
import { readIcon } from "../window/icon.ts";
import { pixbuf } from "../lib/gdk-pixbuf.ts";
import { bytesAt, Reference } from "../memory.ts";

/** Width, height, and four bytes for each pixel, row by row: alpha, red, green, blue. */
export type Pixmap = readonly [width: number, height: number, pixels: Uint8Array];

// The sizes that panels show, up to large ones with doubled pixels. A picture is never enlarged.
const sides = [22, 44, 88];
const GDK_INTERP_BILINEAR = 2;

/**
 * Decodes a picture for the tray, in the sizes that panels choose from.
 * @throws FrameworkError `bad-argument` when it is none
 */
export function readPixmaps(bytes: Uint8Array): Pixmap[] {
  using picture = readIcon(bytes);
  const [width, height] = sizeOf(picture.address);
  const longest = Math.max(width, height);
  const factors = sides.filter((side) => side < longest).map((side) => side / longest);
  return [...factors, ...(longest <= 2 * (sides.at(-1) ?? 0) ? [1] : [])].map((factor) => {
    const whole = (length: number): number => Math.max(Math.round(length * factor), 1);
    const scaled = pixbuf.gdk_pixbuf_scale_simple(
      picture.address,
      whole(width),
      whole(height),
      GDK_INTERP_BILINEAR,
    );
    if (scaled === null) throw new Error("Cannot scale a picture: want memory for it");
    using reference = new Reference(scaled);
    return pixmapOf(reference.address);
  });
}

function sizeOf(picture: Address): [width: number, height: number] {
  return [pixbuf.gdk_pixbuf_get_width(picture), pixbuf.gdk_pixbuf_get_height(picture)];
}

function pixmapOf(picture: Address): Pixmap {
  const [width, height] = sizeOf(picture);
  const channels = pixbuf.gdk_pixbuf_get_has_alpha(picture) !== 0 ? 4 : 3;
  const rowLength = pixbuf.gdk_pixbuf_get_rowstride(picture);
  // The last row has no padding behind it.
  const source = bytesAt(
    pixbuf.gdk_pixbuf_read_pixels(picture),
    rowLength * (height - 1) + width * channels,
  );
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = y * rowLength + x * channels;
      const [red = 0, green = 0, blue = 0, alpha = 255] = source.subarray(from, from + channels);
      pixels.set([alpha, red, green, blue], (y * width + x) * 4);
    }
  }
  return [width, height, pixels];
}
