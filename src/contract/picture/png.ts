import { limits } from "../limits.ts";

/** The size of a picture, in pixels. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

// A picture of a few bytes may claim any number of pixels, and its decoder allocates memory for
// them all.
const maxIconPixels = limits.picturePixels.most;

/**
 * The reason why a picture is too large for an icon, phrased to follow its name and a colon;
 * `null`: it is not.
 */
export function reasonAgainstIcon({ width, height }: PixelSize): string | null {
  if (width * height <= maxIconPixels) return null;
  return `it has ${width} × ${height} pixels, and may have ${maxIconPixels} at most`;
}

/**
 * The reason why a PNG cannot be decoded, phrased to follow the name of its file; `null`: its
 * chunks are complete, and those that decoders need have the right checksums.
 */
export function reasonAgainstChunks(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  // Each chunk is its length, its name, that many bytes, and a checksum of name and bytes. The last
  // one is called IEND. A name that begins with a small letter is one that decoders may skip.
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at);
    if (end + 4 > bytes.length) break;
    const isNeeded = (view.getUint8(at + 4) & 0x20) === 0;
    if (isNeeded && crc32(bytes, at + 4, end) !== view.getUint32(end))
      return "must be a whole PNG file, and has a wrong checksum";
    if (view.getUint32(at + 4) === 0x49454e44) return null;
    at = end + 4;
  }
  return "must be a whole PNG file, and breaks off";
}

const crcOfByte = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 0 ? crc >>> 1 : (crc >>> 1) ^ 0xedb88320;
  return crc;
});

function crc32(bytes: Uint8Array, start: number, end: number): number {
  let crc = 0xffffffff;
  for (let at = start; at < end; at++)
    crc = (crc >>> 8) ^ (crcOfByte[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

/** The number of leading bytes of a PNG that hold its size. */
export const pngHeadLength = 24;

/** The size in the header of a PNG; `null`: it is no PNG. */
export function pngSize(bytes: Uint8Array): PixelSize | null {
  if (bytes.length < pngHeadLength) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, pngHeadLength);
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return null;
  // The first chunk of a PNG is IHDR; it begins with width and height.
  return { width: view.getUint32(16), height: view.getUint32(20) };
}
