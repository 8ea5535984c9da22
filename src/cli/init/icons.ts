import { deflateSync } from "node:zlib";

export const iconNames = [
  "32x32.png",
  "128x128.png",
  "128x128@2x.png",
  "icon.png",
  "icon.ico",
  "icon.icns",
] as const;

type IconName = (typeof iconNames)[number];

/** The icon of a new project in every size and format that bundles want. */
export function iconSet(): Readonly<Record<IconName, Uint8Array>> {
  const made = new Map<number, Uint8Array>();
  const png = (size: number): Uint8Array => {
    const known = made.get(size);
    if (known !== undefined) return known;
    const bytes = writePng(size, draw(size));
    made.set(size, bytes);
    return bytes;
  };
  return {
    "32x32.png": png(32),
    "128x128.png": png(128),
    "128x128@2x.png": png(256),
    "icon.png": png(512),
    "icon.ico": writeIco([16, 24, 32, 48, 64, 256].map((size) => ({ size, png: png(size) }))),
    "icon.icns": writeIcns(icnsTypes.map(([type, size]) => ({ type, png: png(size) }))),
  };
}

/** Names of Apple's icon sizes; those with two names are the same size at one and two pixels a point. */
const icnsTypes = [
  ["ic11", 32],
  ["ic12", 64],
  ["ic07", 128],
  ["ic13", 256],
  ["ic08", 256],
  ["ic14", 512],
  ["ic09", 512],
] as const;

// Red, green, blue: the ground's colour goes from one to the other.
const top = [99, 102, 241];
const bottom = [14, 165, 233];
const paper = 255;

/**
 * A window on a rounded square, drawn from distances, so that every size is sharp on its own. RGBA, row by row,
 * colours not multiplied by alpha.
 */
function draw(size: number): Uint8Array {
  const pixels = new Uint8Array(size * size * 4);
  const unit = 1 / size;
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const x = (column + 0.5) * unit;
      const y = (row + 0.5) * unit;
      const plate = coverage(roundedBox(x - 0.5, y - 0.5, 0.46, 0.46, 0.2), unit);
      const frame = coverage(roundedBox(x - 0.5, y - 0.5, 0.28, 0.23, 0.05), unit);
      const hole = coverage(roundedBox(x - 0.5, y - 0.545, 0.235, 0.14, 0.015), unit);
      const paint = frame * (1 - hole);
      const at = (row * size + column) * 4;
      for (let channel = 0; channel < 3; channel += 1) {
        const ground = mix(top[channel] ?? 0, bottom[channel] ?? 0, y);
        pixels[at + channel] = Math.round(mix(ground, paper, paint));
      }
      pixels[at + 3] = Math.round(plate * 255);
    }
  }
  return pixels;
}

/** How far a point is outside a box with round corners around the origin; negative inside. */
function roundedBox(x: number, y: number, halfWidth: number, halfHeight: number, radius: number): number {
  const outX = Math.abs(x) - halfWidth + radius;
  const outY = Math.abs(y) - halfHeight + radius;
  return Math.min(Math.max(outX, outY), 0) + Math.hypot(Math.max(outX, 0), Math.max(outY, 0)) - radius;
}

/** How much of a pixel is covered by what ends at this distance. */
function coverage(distance: number, pixel: number): number {
  return Math.min(1, Math.max(0, 0.5 - distance / pixel));
}

function mix(from: number, to: number, amount: number): number {
  return from + (to - from) * amount;
}

// A PNG is a signature and chunks: length, type, data, CRC over type and data. Each row of pixels starts with
// the number of its filter; 1 stores the difference to the pixel on the left.
//
// Source: W3C Portable Network Graphics, second edition.
function writePng(size: number, pixels: Uint8Array): Uint8Array {
  const stride = size * 4;
  const rows = new Uint8Array(size * (stride + 1));
  for (let row = 0; row < size; row += 1) {
    const start = row * (stride + 1);
    rows[start] = 1;
    for (let at = 0; at < stride; at += 1) {
      const left = at < 4 ? 0 : (pixels[row * stride + at - 4] ?? 0);
      rows[start + 1 + at] = (pixels[row * stride + at] ?? 0) - left;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8); // 8 bits, RGBA, deflate, adaptive filters, not interlaced
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateSync(rows, { level: 9 })),
    pngChunk("IEND", new Uint8Array()),
  ]);
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(Bun.hash.crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

// An .ico is a directory of images, here all PNG: 6 bytes of header, 16 bytes for each image, the images.
// A width or height of 256 is written as 0.
function writeIco(images: readonly { readonly size: number; readonly png: Uint8Array }[]): Uint8Array {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of images.entries()) {
    const entry = 6 + 16 * index;
    head.set([size % 256, size % 256], entry);
    head.writeUInt16LE(1, entry + 4); // planes
    head.writeUInt16LE(32, entry + 6); // bits a pixel
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...images.map((image) => image.png)]);
}

// An .icns is "icns" and its length, then for each image its type, its length with these 8 bytes, and the PNG.
function writeIcns(images: readonly { readonly type: string; readonly png: Uint8Array }[]): Uint8Array {
  const parts = images.flatMap(({ type, png }) => [icnsHead(type, png.length + 8), png]);
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([icnsHead("icns", length), ...parts]);
}

function icnsHead(type: string, length: number): Uint8Array {
  const head = Buffer.alloc(8);
  head.write(type, 0, "latin1");
  head.writeUInt32BE(length, 4);
  return head;
}
