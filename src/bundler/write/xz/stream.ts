import { crc32 } from "node:zlib";
import { joined, padding, readPart, slice, type JoinedSource, type Source } from "../source.ts";

// An .xz stream, all numbers little-endian:
//
//   header    6 magic bytes, 2 of flags with the kind of check, and their CRC-32
//   blocks    unpacked separately, each with its filters in its header, padded to 4 bytes
//   index     a zero, the number of blocks, and for each its size without padding and its size unpacked; padding, CRC-32
//   footer    CRC-32 of the next fields, the size of the index, the flags again, "YZ"
//
// Readers of packages accept only one stream, though xz itself accepts several; so separately
// packed parts are joined into one.
//
// Source: "The .xz File Format", version 1.2.

const headerLength = 12;
const footerLength = 12;
const magic = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]);
const endMagic = "YZ";

interface Stream {
  readonly flags: Buffer;
  readonly blocks: Source;
  readonly sizes: readonly BlockSizes[];
}

interface BlockSizes {
  readonly unpadded: bigint;
  readonly unpacked: bigint;
}

/**
 * Joins several streams into one, with all their blocks. @throws Error when one is damaged, or
 * their checks differ
 */
export function joinStreams(streams: readonly Source[]): JoinedSource {
  const parts = streams.map(readStream);
  const [first] = parts;
  if (first === undefined) throw new Error("Cannot join streams: there are none");
  const { flags } = first;
  if (parts.some((part) => !part.flags.equals(flags)))
    throw new Error("Cannot join streams: they must have the same kind of check");
  const { head, tail } = aroundBlocks(
    flags,
    parts.flatMap(({ sizes }) => sizes),
  );
  return joined([head, ...parts.map(({ blocks }) => blocks), tail]);
}

/** The bytes of a stream before and after its blocks. @param flags with the kind of check */
export function aroundBlocks(
  flags: Buffer,
  sizes: readonly BlockSizes[],
): { readonly head: Buffer; readonly tail: Buffer } {
  const index = writeIndex(sizes);
  const end = Buffer.alloc(footerLength);
  end.writeUInt32LE(index.length / 4 - 1, 4);
  flags.copy(end, 8);
  end.write(endMagic, 10);
  end.writeUInt32LE(crc32(end.subarray(4, 10)), 0);
  return {
    head: Buffer.concat([magic, flags, littleEndian(crc32(flags))]),
    tail: Buffer.concat([index, end]),
  };
}

function readStream(source: Source): Stream {
  const end = source.length - footerLength;
  const isLongEnough = end >= headerLength;
  const header = readPart(source, 0, isLongEnough ? headerLength : 0);
  const footer = readPart(source, isLongEnough ? end : 0, isLongEnough ? source.length : 0);
  const isWhole =
    isLongEnough &&
    header.subarray(0, magic.length).equals(magic) &&
    footer.toString("latin1", footerLength - 2) === endMagic;
  const indexAt = isWhole ? end - (footer.readUInt32LE(4) + 1) * 4 : 0;
  if (indexAt < headerLength) throw new Error("Cannot read an .xz stream: it must be whole");
  return {
    flags: header.subarray(magic.length, magic.length + 2),
    blocks: slice(source, headerLength, indexAt),
    sizes: readIndex(readPart(source, indexAt, end)),
  };
}

function readIndex(bytes: Buffer): BlockSizes[] {
  let at = 1;
  const number = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  return Array.from({ length: Number(number()) }, () => ({
    unpadded: number(),
    unpacked: number(),
  }));
}

function writeIndex(blocks: readonly BlockSizes[]): Buffer {
  const numbers = [
    BigInt(blocks.length),
    ...blocks.flatMap(({ unpadded, unpacked }) => [unpadded, unpacked]),
  ];
  const plain = Buffer.from([0, ...numbers.flatMap(variableLength)]);
  const padded = Buffer.concat([plain, padding(plain.length)]);
  return Buffer.concat([padded, littleEndian(crc32(padded))]);
}

/** Seven bits per byte, the lowest first. */
function variableLength(value: bigint): number[] {
  const low = Number(value & 0x7fn);
  return value < 0x80n ? [low] : [low | 0x80, ...variableLength(value >> 7n)];
}

/** A number of 32 bits. */
export function littleEndian(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
