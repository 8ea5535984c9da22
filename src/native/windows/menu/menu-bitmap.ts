import { outPointer } from "../com/client.ts";
import { BITMAPINFOHEADER, gdi32 } from "../lib/gdi32.ts";
import { user32 } from "../lib/user32.ts";
import { bytesAt } from "../memory.ts";
import { readPicture } from "../window/picture.ts";

const SM_CXMENUCHECK = 71;
const DIB_RGB_COLORS = 0;

/**
 * A picture in the size of a menu item's check mark, drawn over the menu. Its owner frees it.
 * @throws FrameworkError `bad-argument` when it is none
 */
export function menuBitmap(icon: Uint8Array): number {
  const [picture] = readPicture(icon, [user32.GetSystemMetrics(SM_CXMENUCHECK)]);
  if (picture === undefined) return 0;
  const pixels = multiplied(picture.bytes);
  // A bitmap whose memory is known: menus ignore the transparency of any other, and show black.
  // Source: `wxMenuItem::GetBitmap` of wxWidgets; getlantern/systray #290.
  const description = BITMAPINFOHEADER.make({
    biSize: BITMAPINFOHEADER.size,
    biWidth: picture.width,
    biHeight: -picture.height,
    biPlanes: 1,
    biBitCount: 32,
  });
  let bitmap = 0;
  const memory = outPointer((out) => {
    bitmap = gdi32.CreateDIBSection(0, description.bytes, DIB_RGB_COLORS, out, 0, 0);
  });
  if (bitmap !== 0 && memory !== 0) bytesAt(memory, pixels.length).set(pixels);
  return bitmap;
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
