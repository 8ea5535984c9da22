import type { NSImage } from "../lib/image.ts";
import type { OwnedOf } from "../objc/object.ts";
import { readIcon } from "../window/icon.ts";

/** How high a picture in the menu bar is, in points: above and below it the bar stays free. */
const height = 18;

/**
 * Reads a picture for the menu bar. Its owner lets go of it.
 *
 * @param isTemplate whether it is a stencil, which is drawn in the colour of the bar's text
 * @throws FrameworkError `bad-argument` when it is none
 */
export function readTrayIcon(bytes: Uint8Array, isTemplate: boolean): OwnedOf<typeof NSImage> {
  const picture = readIcon(bytes);
  const size = picture.send("size");
  const width = size.height > 0 ? (size.width / size.height) * height : height;
  picture.send("setSize:", { width, height });
  picture.send("setTemplate:", isTemplate);
  return picture;
}
