import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import {
  joined,
  piecesOf,
  readPart,
  slice,
  SourceReader,
  type JoinedSource,
  type Source,
} from "./source.ts";
import { xmlPlist, type PlistValue } from "./property-list.ts";

// A disk image of macOS (UDIF): the volume in compressed blocks, a property list of their positions
// in the form of classic resources, a signature, and a trailer of 512 bytes with the positions of
// all parts. Big endian.
//
//   blkx    the table of blocks ("mish"): their sectors, compression and position
//   plst    empty, and always present
//
// Source: newosxbook.com/DMG.html; the programs dmg2img and 7-Zip.

export const trailerLength = 512;
const sector = 512;
/** The size of a block: as much as Apple's tools use. Larger ones are slower to read from. */
const blockLengths = { zlib: 512 * sector, lzma: 2048 * sector } as const;
const kinds = { raw: 1, empty: 2, zlib: 0x80000005, lzma: 0x80000008, end: 0xffffffff } as const;
const crcKind = 2;

const places = {
  dataLength: 32,
  listOffset: 216,
  listLength: 224,
  signatureOffset: 296,
  signatureLength: 304,
} as const;

/** The compression of a volume's blocks. */
export interface BlockPacking {
  readonly kind: "zlib" | "lzma";
  /** Packs each block separately; an .xz stream for "lzma". */
  pack(blocks: readonly Source[], progress: (done: number) => void): Promise<readonly Source[]>;
}

export interface UdifOptions {
  readonly packing: BlockPacking;
  /** More resources, by their kind of four letters. */
  readonly resources: Readonly<Record<string, readonly Resource[]>>;
  readonly progress: (done: number) => void;
}

export interface Resource {
  readonly id: number;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Packs a volume, whole sectors, into a disk image. */
export async function udif(
  volume: Source,
  { packing, resources, progress }: UdifOptions,
): Promise<JoinedSource> {
  const { kind } = packing;
  const { blocks, sum: volumeSum } = blocksOf(volume, blockLengths[kind]);
  const full = blocks.filter(({ isEmpty }) => !isEmpty);
  const packed = await packing.pack(
    full.map(({ bytes }) => bytes),
    progress,
  );
  const packedOf = new Map(full.map((block, index) => [block, packed[index] ?? new Uint8Array()]));
  const table: Buffer[] = [];
  const parts: Source[] = [];
  let length = 0;
  const add = (
    kind: number,
    place: { readonly from: number; readonly count: number },
    bytes: Source,
  ): void => {
    const run = Buffer.alloc(40);
    run.writeUInt32BE(kind, 0);
    run.writeBigUInt64BE(BigInt(place.from), 8);
    run.writeBigUInt64BE(BigInt(place.count), 16);
    run.writeBigUInt64BE(BigInt(length), 24);
    run.writeBigUInt64BE(BigInt(bytes.length), 32);
    table.push(run);
    parts.push(bytes);
    length += bytes.length;
  };
  for (const block of blocks) {
    const { bytes, from } = block;
    const place = { from, count: bytes.length / sector };
    const small = packedOf.get(block);
    if (small === undefined) add(kinds.empty, place, Buffer.alloc(0));
    else if (small.length < bytes.length) add(kinds[kind], place, small);
    else add(kinds.raw, place, bytes);
  }
  const sectors = volume.length / sector;
  add(kinds.end, { from: sectors, count: 0 }, Buffer.alloc(0));
  const all = {
    blkx: [
      {
        id: 0,
        name: "whole disk (Apple_HFS : 0)",
        bytes: blockTable(table, { sectors, sum: volumeSum, blockLength: blockLengths[kind] }),
      },
    ],
    plst: [{ id: 0, name: "", bytes: Buffer.alloc(1032) }],
    ...resources,
  };
  const fork = Object.fromEntries(
    Object.entries(all).map(([kind, list]) => [kind, list.map(listed)]),
  );
  const list = xmlPlist({ "resource-fork": fork });
  return joined([
    ...parts,
    list,
    trailer({ parts, length, listLength: list.length, sectors, volumeSum }),
  ]);
}

interface Block {
  readonly from: number;
  readonly bytes: Source;
  /** It holds zeros only. */
  readonly isEmpty: boolean;
}

/** The blocks of a volume, and its checksum. */
function blocksOf(
  volume: Source,
  length: number,
): { readonly blocks: readonly Block[]; readonly sum: number } {
  using reader = new SourceReader(volume);
  const room = Buffer.alloc(length);
  const zeros = Buffer.alloc(length);
  const blocks: Block[] = [];
  let sum = 0;
  for (let at = 0; at < volume.length; at += length) {
    const read = room.subarray(0, reader.read(at, room));
    sum = crc32(read, sum);
    const bytes = slice(volume, at, at + read.length);
    const isEmpty = read.equals(zeros.subarray(0, read.length));
    blocks.push({ from: at / sector, bytes, isEmpty });
  }
  return { blocks, sum };
}

function listed({ id, name, bytes }: Resource): PlistValue {
  return { Attributes: "0x0050", CFName: name, Data: bytes, ID: String(id), Name: name };
}

function blockTable(
  runs: readonly Buffer[],
  {
    sectors,
    sum,
    blockLength,
  }: { readonly sectors: number; readonly sum: number; readonly blockLength: number },
): Buffer {
  const head = Buffer.alloc(204);
  head.write("mish", "latin1");
  head.writeUInt32BE(1, 4);
  head.writeBigUInt64BE(BigInt(sectors), 16);
  head.writeUInt32BE(blockLength / sector + 8, 32); // the number of sectors of memory for unpacking
  head.writeUInt32BE(crcKind, 64);
  head.writeUInt32BE(32, 68);
  head.writeUInt32BE(sum, 72);
  head.writeUInt32BE(runs.length, 200);
  return Buffer.concat([head, ...runs]);
}

function trailer(image: {
  /** The parts before the list, and their length. */
  readonly parts: readonly Source[];
  readonly length: number;
  readonly listLength: number;
  readonly sectors: number;
  readonly volumeSum: number;
}): Buffer {
  const { parts, length, listLength, sectors, volumeSum } = image;
  const hash = createHash("sha256");
  let sum = 0;
  for (const piece of piecesOf(joined(parts))) {
    hash.update(piece);
    sum = crc32(piece, sum);
  }
  const bytes = Buffer.alloc(trailerLength);
  bytes.write("koly", "latin1");
  bytes.writeUInt32BE(4, 4);
  bytes.writeUInt32BE(trailerLength, 8);
  bytes.writeUInt32BE(1, 12);
  bytes.writeBigUInt64BE(BigInt(length), places.dataLength);
  bytes.writeUInt32BE(1, 56); // the only segment
  bytes.writeUInt32BE(1, 60);
  // It identifies the segments of an image to each other.
  hash.digest().copy(bytes, 64, 0, 16);
  bytes.writeUInt32BE(crcKind, 80);
  bytes.writeUInt32BE(32, 84);
  bytes.writeUInt32BE(sum, 88);
  bytes.writeBigUInt64BE(BigInt(length), places.listOffset);
  bytes.writeBigUInt64BE(BigInt(listLength), places.listLength);
  const sums = Buffer.alloc(4);
  sums.writeUInt32BE(volumeSum);
  bytes.writeUInt32BE(crcKind, 352);
  bytes.writeUInt32BE(32, 356);
  bytes.writeUInt32BE(crc32(sums), 360);
  bytes.writeUInt32BE(1, 488);
  bytes.writeBigUInt64BE(BigInt(sectors), 492);
  return bytes;
}

/**
 * A disk image without its trailer and its signature, and that signature. @throws Error when it is
 * invalid
 */
export function udifParts(image: Source): { readonly content: Source; readonly signature: Buffer } {
  const end = image.length - trailerLength;
  const last = readPart(image, Math.max(end, 0), image.length);
  if (end < 0 || last.toString("latin1", 0, 4) !== "koly")
    throw new Error("Cannot read disk image: it has no trailer");
  const number = (place: number): number => Number(last.readBigUInt64BE(place));
  const content = number(places.listOffset) + number(places.listLength);
  const length = number(places.signatureLength);
  if (content + length > end) throw new Error("Cannot read disk image: it is cut short");
  return {
    content: slice(image, 0, content),
    signature: readPart(image, content, content + length),
  };
}

/** A disk image with another signature. */
export function withSignature(image: Source, signature: Buffer): JoinedSource {
  const { content } = udifParts(image);
  const end = readPart(image, image.length - trailerLength, image.length);
  end.writeBigUInt64BE(BigInt(content.length), places.signatureOffset);
  end.writeBigUInt64BE(BigInt(signature.length), places.signatureLength);
  return joined([content, signature, end]);
}
