import { isShort } from "./source.ts";

// An rpm header: a magic, the number of tags, the number of data bytes, one 16-byte row per tag
// (number, type, offset, count), then the data. All numbers are big-endian. Rows are sorted by tag;
// the first is a "region" whose 16 data bytes, at the very end, point back over all rows.
//
// Source: rpm manual, "RPM v4 file format".

/** One tag with its value. Create them with the functions below. */
export interface RpmTag {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly bytes: Buffer;
}

const types = {
  int16: 3,
  int32: 4,
  int64: 5,
  string: 6,
  binary: 7,
  strings: 8,
  translated: 9,
} as const;
const alignment: Readonly<Record<number, number>> = {
  [types.int16]: 2,
  [types.int32]: 4,
  [types.int64]: 8,
};

export function string(tag: number, value: string): RpmTag {
  return { tag, type: types.string, count: 1, bytes: Buffer.from(`${value}\0`) };
}

/** A text that may exist in several languages; we write one. */
export function translated(tag: number, value: string): RpmTag {
  return { tag, type: types.translated, count: 1, bytes: Buffer.from(`${value}\0`) };
}

export function strings(tag: number, values: readonly string[]): RpmTag {
  const bytes = Buffer.from(values.map((value) => `${value}\0`).join(""));
  return { tag, type: types.strings, count: values.length, bytes };
}

export function int16(tag: number, values: readonly number[]): RpmTag {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value, index * 2));
  return { tag, type: types.int16, count: values.length, bytes };
}

export function int32(tag: number, values: readonly number[]): RpmTag {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return { tag, type: types.int32, count: values.length, bytes };
}

function int64(tag: number, values: readonly number[]): RpmTag {
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => bytes.writeBigUInt64BE(BigInt(value), index * 8));
  return { tag, type: types.int64, count: values.length, bytes };
}

/**
 * Sizes in 32 bits, under the first tag, or all of them in 64 bits, under the second one, when one
 * needs that.
 */
export function sizes(short: number, long: number, values: readonly number[]): RpmTag {
  return values.every(isShort) ? int32(short, values) : int64(long, values);
}

export function binary(tag: number, bytes: Buffer): RpmTag {
  return { tag, type: types.binary, count: bytes.length, bytes };
}

/** The region tags of the two headers of a package. */
export const regions = { signature: 62, main: 63 } as const;

/** Writes a header with its region. */
export function rpmHeader(region: number, tags: readonly RpmTag[]): Buffer {
  const sorted = [...tags].sort((one, other) => one.tag - other.tag);
  const rows: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const { tag, type, count, bytes } of sorted) {
    const unit = alignment[type] ?? 1;
    const gap = (unit - (offset % unit)) % unit;
    data.push(Buffer.alloc(gap), bytes);
    rows.push(row(tag, type, offset + gap, count));
    offset += gap + bytes.length;
  }
  const size = 16;
  const count = sorted.length + 1;
  data.push(row(region, types.binary, -count * size, size));

  const start = Buffer.alloc(16);
  start.writeUInt32BE(0x8eade801, 0);
  start.writeUInt32BE(count, 8);
  start.writeUInt32BE(offset + size, 12);
  return Buffer.concat([start, row(region, types.binary, offset, size), ...rows, ...data]);
}

function row(tag: number, type: number, offset: number, count: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32BE(tag, 0);
  bytes.writeUInt32BE(type, 4);
  bytes.writeInt32BE(offset, 8);
  bytes.writeUInt32BE(count, 12);
  return bytes;
}
