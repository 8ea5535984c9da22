import { FrameworkError } from "../../../contract/errors.ts";
import { largestIcoImage } from "../../../contract/picture/ico.ts";
import { limits } from "../../../contract/limits.ts";
import { pictureFormat } from "../../../contract/picture/picture-format.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { pixbuf } from "../lib/gdk-pixbuf.ts";
import { checked, GlibError, Reference } from "../memory.ts";
import { connect } from "../object.ts";

// X11 sends an icon pixel by pixel, and GDK drops it entirely when it is too large.
const longestSide = 256;
const GDK_INTERP_BILINEAR = 2;

// A picture of 70 bytes may claim any number of pixels: GdkPixbuf 2.42 allocates them all, 10 GB
// and a minute, before it finds that they are missing.
const maxPixels = limits.picturePixels.most;
/** Loaders that were stopped. */
const tooLarge = new Set<Address>();
const sizePrepared = callback("piiL>v", (loader, width, height) => {
  if (width * height <= maxPixels) return;
  tooLarge.add(loader);
  // A picture of size 0 has nothing to decode.
  pixbuf.gdk_pixbuf_loader_set_size(loader, 0, 0);
});

/**
 * Decodes a picture for the icon of a window. Its owner releases it.
 * @throws FrameworkError `bad-argument` when it is none
 */
export function readIcon(bytes: Uint8Array): Reference {
  const readable = withoutWrapping(bytes);
  using loader = new Reference(loaderOf(readable));
  const picture = load(loader.address, readable);
  const [width, height] = [
    pixbuf.gdk_pixbuf_get_width(picture),
    pixbuf.gdk_pixbuf_get_height(picture),
  ];
  const factor = Math.min(1, longestSide / Math.max(width, height));
  const whole = (length: number) => Math.max(Math.round(length * factor), 1);
  const scaled = pixbuf.gdk_pixbuf_scale_simple(
    picture,
    whole(width),
    whole(height),
    GDK_INTERP_BILINEAR,
  );
  if (scaled === null)
    throw new FrameworkError("unavailable", "Cannot use a picture as an icon: want memory for it");
  return new Reference(scaled);
}

/** GdkPixbuf 2.42 reads no .ico with a PNG in it. It reads the PNG itself. */
function withoutWrapping(bytes: Uint8Array): Uint8Array {
  const image = pictureFormat(bytes) === "ico" ? largestIcoImage(bytes) : null;
  return image?.kind === "png" ? image.bytes : bytes;
}

/**
 * Not by the library's own detection: the bytes may be a picture of a page, and the check of pages
 * uses the same function. A format unknown to it came from the app itself.
 */
function loaderOf(bytes: Uint8Array): Address {
  const format = pictureFormat(bytes);
  const known = format === null ? null : pixbuf.gdk_pixbuf_loader_new_with_type(format, null);
  return known ?? pixbuf.gdk_pixbuf_loader_new();
}

/** The picture belongs to the loader. */
function load(loader: Address, bytes: Uint8Array): Address {
  const refuse = (reason: string) =>
    new FrameworkError(
      "bad-argument",
      `Cannot use a picture of ${bytes.length} bytes as an icon: ${reason}`,
    );
  connect(loader, "size-prepared", sizePrepared, 0);
  let failure: unknown;
  const attempt = (step: (error: BigUint64Array) => number): void => {
    try {
      checked(step);
    } catch (error) {
      failure ??= error;
    }
  };
  if (bytes.length > 0)
    attempt((error) => pixbuf.gdk_pixbuf_loader_write(loader, bytes, bytes.length, error));
  // A loader must be closed before it is released, even after a failure.
  attempt((error) => pixbuf.gdk_pixbuf_loader_close(loader, error));
  if (tooLarge.delete(loader)) throw refuse(`want one of at most ${maxPixels} pixels`);
  if (failure instanceof GlibError) throw refuse(failure.message);
  if (failure !== undefined) throw failure;
  const picture = pixbuf.gdk_pixbuf_loader_get_pixbuf(loader);
  if (picture === null) throw refuse("it holds no image");
  return picture;
}
