import { gdi32 } from "../lib/gdi32.ts";
import { user32 } from "../lib/user32.ts";
import { readPicture } from "../window/picture.ts";

const SM_CXMENUCHECK = 71;

/**
 * A picture in the size of a menu item's check mark, drawn over the menu. Its owner frees it.
 * @throws FrameworkError `bad-argument` when it is none
 */
export function menuBitmap(icon: Uint8Array): number {
  const [picture] = readPicture(icon, [user32.GetSystemMetrics(SM_CXMENUCHECK)]);
  if (picture === undefined) return 0;
  return gdi32.CreateBitmap(picture.width, picture.height, 1, 32, multiplied(picture.bytes));
}

/** The same pixels with premultiplied alpha. */
function multiplied(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(bytes);
  for (let place = 0; place < pixels.length; place += 4) {
    const share = (pixels[place + 3] ?? 0) / 255;
    for (let part = place; part < place + 3; part++)
      pixels[part] = Math.round((pixels[part] ?? 0) * share);
  }
  return pixels;
}
