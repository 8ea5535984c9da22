import { FrameworkError } from "../../contract/errors.ts";
import type { Address } from "../library.ts";
import { pixbuf } from "./lib/gdk-pixbuf.ts";
import { checked, GlibError, Reference } from "./memory.ts";

// X11 sends an icon pixel by pixel, and GDK drops it whole when that is too much.
const longestSide = 256;
const GDK_INTERP_BILINEAR = 2;

/**
 * Reads a picture for the icon of a window. Its owner gives it back.
 * @throws FrameworkError `bad-argument` when it is none
 */
export function readIcon(bytes: Uint8Array): Reference {
  using loader = new Reference(pixbuf.gdk_pixbuf_loader_new());
  const picture = load(loader.address, bytes);
  const [width, height] = [pixbuf.gdk_pixbuf_get_width(picture), pixbuf.gdk_pixbuf_get_height(picture)];
  const factor = Math.min(1, longestSide / Math.max(width, height));
  const whole = (length: number) => Math.max(Math.round(length * factor), 1);
  const scaled = pixbuf.gdk_pixbuf_scale_simple(picture, whole(width), whole(height), GDK_INTERP_BILINEAR);
  if (scaled === null)
    throw new FrameworkError("unavailable", "Cannot use a picture as an icon: want memory for it");
  return new Reference(scaled);
}

/** The picture belongs to the loader. */
function load(loader: Address, bytes: Uint8Array): Address {
  const refuse = (reason: string) =>
    new FrameworkError("bad-argument", `Cannot use a picture of ${bytes.length} bytes as an icon: ${reason}`);
  // A loader must be closed before it is given back, whatever came of it.
  let written: unknown;
  try {
    if (bytes.length > 0)
      checked((error) => pixbuf.gdk_pixbuf_loader_write(loader, bytes, bytes.length, error));
  } catch (error) {
    written = error;
  }
  try {
    checked((error) => pixbuf.gdk_pixbuf_loader_close(loader, error));
    if (written !== undefined) throw written;
  } catch (error) {
    if (error instanceof GlibError) throw refuse((written instanceof GlibError ? written : error).message);
    throw error;
  }
  const picture = pixbuf.gdk_pixbuf_loader_get_pixbuf(loader);
  if (picture === null) throw refuse("it holds no image");
  return picture;
}
