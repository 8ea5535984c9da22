import type { NSImage } from "../lib/appkit/image.ts";
import type { OwnedOf } from "../objc/object.ts";
import { readIcon } from "../window/icon.ts";

/** The height of a picture in the menu bar, in points: with free space above and below it. */
const height = 18;

/**
 * Decodes a picture for the menu bar. Its owner releases it.
 *
 * @param isTemplate whether it is a template image, drawn in the colour of the menu bar's text
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
