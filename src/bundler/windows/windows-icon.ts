import { readFile } from "../../disk/read.ts";
import { largestOfWindows } from "../../contract/picture/icon-sizes.ts";
import { icoImages } from "../../contract/picture/ico.ts";
import { reasonAgainstIcon, pngSize } from "../../contract/picture/png.ts";
import { expand } from "../resources.ts";

/**
 * The icon of a Windows app, as an .ico: the first one of `bundle.icon`, or else its largest square
 * PNG that Windows can show. `null`: it has neither.
 *
 * @throws Error when the content of a file does not match its extension
 */
export function readWindowsIcon(folder: string, icons: readonly string[]): Uint8Array | null {
  const files = icons.flatMap((icon) => expand(folder, icon)).map(({ source }) => source);
  const ico = files.find((file) => /\.ico$/i.test(file));
  if (ico !== undefined) {
    const bytes = readFile(ico);
    if (icoImages(bytes) !== null) return bytes;
    throw new Error(`Cannot use icon "${ico}": it must be an ICO file, as its name says`);
  }
  const [first] = files
    .filter((file) => /\.png$/i.test(file))
    .flatMap(readPng)
    .toSorted((one, other) => other.width - one.width);
  return first === undefined ? null : icoAround(first);
}

interface Picture {
  readonly bytes: Uint8Array;
  readonly width: number;
}

function readPng(path: string): Picture[] {
  const bytes = readFile(path);
  const size = pngSize(bytes);
  if (size === null)
    throw new Error(`Cannot use icon "${path}": it must be a PNG file, as its name says`);
  const reason = reasonAgainstIcon(size);
  if (reason !== null) throw new Error(`Cannot use icon "${path}": ${reason}`);
  return size.width === size.height && size.width <= largestOfWindows
    ? [{ bytes, width: size.width }]
    : [];
}

/** `contract/picture/ico.ts` describes the form of an .ico. */
function icoAround({ bytes, width }: Picture): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(width % 256, 6);
  head.writeUInt8(width % 256, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits of each pixel
  head.writeUInt32LE(bytes.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, bytes]);
}
