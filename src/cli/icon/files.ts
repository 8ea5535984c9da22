import { deflateSync } from "node:zlib";
import { predict, type Picture } from "./picture.ts";

/** A square picture for icon files, already encoded as PNG. */
export interface SizedPng {
  readonly size: number;
  readonly png: Uint8Array;
}

// A PNG is a signature and chunks: length, type, data, CRC over type and data. Each row of pixels
// starts with the number of its filter; the one with the smallest differences compresses best.
//
// Source: W3C Portable Network Graphics, sections 5, 9 and 12.8.
export function writePng({ width, height, pixels }: Picture): Uint8Array {
  const stride = width * 4;
  const rows = new Uint8Array(height * (stride + 1));
  for (let row = 0; row < height; row += 1) {
    let least = Infinity;
    for (let filter = 0; filter < 5; filter += 1) {
      const { line, cost } = filtered(pixels, row, stride, filter);
      if (cost >= least) continue;
      least = cost;
      rows.set(line, row * (stride + 1));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits, RGBA, deflate, adaptive filters, not interlaced
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows, { level: 9 })),
    pngChunk("IEND", new Uint8Array()),
  ]);
}

function filtered(
  pixels: Uint8Array,
  row: number,
  stride: number,
  filter: number,
): { line: Uint8Array; cost: number } {
  const line = new Uint8Array(stride + 1);
  line[0] = filter;
  let cost = 0;
  for (let at = 0; at < stride; at += 1) {
    const here = row * stride + at;
    const left = at < 4 ? 0 : (pixels[here - 4] ?? 0);
    const up = row === 0 ? 0 : (pixels[here - stride] ?? 0);
    const corner = at < 4 || row === 0 ? 0 : (pixels[here - stride - 4] ?? 0);
    const difference = ((pixels[here] ?? 0) - predict(filter, left, up, corner)) & 255;
    line[at + 1] = difference;
    cost += difference < 128 ? difference : 256 - difference;
  }
  return { line, cost };
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(Bun.hash.crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

// An .ico is a directory of images, here all PNG: 6 bytes of header, 16 bytes for each image, the
// images. A width or height of 256 is written as 0.
export function writeIco(images: readonly SizedPng[]): Uint8Array {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of images.entries()) {
    const entry = 6 + 16 * index;
    head.set([size % 256, size % 256], entry);
    head.writeUInt16LE(1, entry + 4); // planes
    head.writeUInt16LE(32, entry + 6); // bits per pixel
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)]);
}
