import { readFile } from "../../disk/read.ts";
import { icnsWidths } from "../../contract/picture/icon-sizes.ts";
import { pngSize } from "../../contract/picture/png.ts";
import { expand } from "../resources.ts";
import { icns, isIcns } from "../write/icns.ts";

/**
 * The icon of a macOS app, as an .icns: the first one of `bundle.icon`, or else one made of its
 * square PNGs. `null`: it has neither, or no PNG of a supported width.
 *
 * @throws Error when the content of a file does not match its extension
 */
export function readMacIcon(folder: string, icons: readonly string[]): Uint8Array | null {
  const files = icons.flatMap((icon) => expand(folder, icon)).map(({ source }) => source);
  const ready = files.find((file) => /\.icns$/i.test(file));
  if (ready !== undefined) {
    const bytes = readFile(ready);
    if (isIcns(bytes)) return bytes;
    throw new Error(`Cannot use icon "${ready}": it must be an ICNS file, as its name says`);
  }
  const pngs = files.filter((file) => /\.png$/i.test(file)).map((file) => readFile(file));
  const fitting = pngs.filter((bytes) => {
    const size = pngSize(bytes);
    return (
      size !== null &&
      size.width === size.height &&
      icnsWidths.some((width) => width === size.width)
    );
  });
  return fitting.length === 0 ? null : icns(fitting);
}
