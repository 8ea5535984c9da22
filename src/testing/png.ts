import { crc32, deflateSync } from "node:zlib";

/** Pixels of a picture, three bytes each: red, green, blue. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

// A PNG file is a signature and chunks: length, type, data, CRC of type and data; numbers are big
// endian. The pixels are zlib data, in which each row begins with the number of its filter (0:
// none). Source: https://www.w3.org/TR/png-3/
export function pngFile({ width, height, pixels }: Picture): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    rows.set(pixels.subarray(y * width * 3, (y + 1) * width * 3), y * (1 + width * 3) + 1);
  }
  // 8 bits for each of red, green and blue
  return pngOf(width, height, [8, 2], rows);
}

/** A black picture of one bit per pixel: its claimed size may exceed its rows. */
export function blackPng(width: number, height: number, rows = height): Buffer {
  return pngOf(width, height, [1, 0], Buffer.alloc(rows * (1 + Math.ceil(width / 8))));
}

function pngOf(
  width: number,
  height: number,
  kind: readonly [number, number],
  rows: Buffer,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(kind, 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
