// The default pictures of an installer: white, with a grey bar in the place of a picture. A BMP of
// two colours; rows from below, each padded to four bytes.

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** At the top of pages. */
export const bannerSize: Size = { width: 493, height: 58 };
/** Behind the first page and the last one. */
export const dialogSize: Size = { width: 493, height: 312 };

const head = 14 + 40;
const palette = 8;

/** @param bar the width of the bar at the left */
export function plainBitmap({ width, height }: Size, bar: number): Buffer {
  const row = Math.ceil(width / 32) * 4;
  const bytes = Buffer.alloc(head + palette + row * height, 0xff);
  bytes.fill(0, 0, head + palette);
  bytes.write("BM", 0, "latin1");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(head + palette, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26); // planes
  bytes.writeUInt16LE(1, 28); // bits of each pixel
  bytes.writeUInt32LE(row * height, 34);
  bytes.writeUInt32LE(0xd8dde3, head);
  bytes.writeUInt32LE(0xffffff, head + 4);
  for (let line = 0; line < height; line++)
    bytes.fill(0, head + palette + line * row, head + palette + line * row + (bar >> 3));
  return bytes;
}

/** The reason why bytes cannot be shown as a picture of this size; `null` when they can. */
export function reasonAgainstBitmap(bytes: Buffer, { width, height }: Size): string | null {
  if (bytes.length < head || bytes.toString("latin1", 0, 2) !== "BM")
    return "it must be a bitmap, a BMP file";
  // The old form of the header has 16-bit numbers. A negative height means rows from the top.
  const isOld = bytes.readUInt32LE(14) === 12;
  const [wide, high] = isOld
    ? [bytes.readUInt16LE(18), bytes.readUInt16LE(20)]
    : [bytes.readInt32LE(18), Math.abs(bytes.readInt32LE(22))];
  return wide === width && high === height
    ? null
    : `it is ${wide}x${high} pixels and must be ${width}x${height}`;
}
