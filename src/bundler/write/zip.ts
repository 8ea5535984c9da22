import { crc32, deflateRawSync } from "node:zlib";
import { folderMode, linkMode, type Entry } from "./entries.ts";
import { joined, piecesOf, readSource, type JoinedSource, type Source } from "./source.ts";

// A ZIP archive: for each entry a header and its content, then a directory of all headers, then the
// position of that. Little endian. Names are UTF-8 (bit 11), permissions are those of Unix (system
// 3, in the upper half of the external attributes). If there are more entries than the end record
// can count, a ZIP64 record before it has the number.
//
// Source: PKWARE, APPNOTE.TXT 6.3.10, section 4.

/** 1980-01-01, the earliest date: the readers of these archives ignore dates. */
const date = 0x21;
const utf8Names = 0x800;
const madeByUnix = 0x031e;
const version = 20;
const deflated = 8;
const types = { file: 0o100000, folder: 0o040000, link: 0o120000 } as const;

const versionOfZip64 = 45;
/** The maximum numbers, which mark values stored elsewhere. */
const maxEntries = 0xffff;
const maxBytes = 0xffff_ffff;

/** An entry, and its content after it was deflated. */
export interface PackedEntry {
  readonly entry: Entry<Source>;
  readonly packed: Source;
}

/** Makes an archive of entries in memory, in their order. @throws Error when it is too large */
export function zip(entries: readonly Entry<Source>[]): Buffer {
  const packed = entries.map((entry) => {
    const content = contentOf(entry);
    if (content.length >= maxBytes) throw tooLarge();
    return { entry, packed: deflateRawSync(readSource(content)) };
  });
  const bytes = readSource(zipOf(packed));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * The same for content that may exceed the memory.
 * @throws Error when it would be 4 GB or larger
 */
export function zipOf(entries: readonly PackedEntry[]): JoinedSource {
  const parts: Source[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { entry, packed } of entries) {
    const name = Buffer.from(entry.kind === "folder" ? `${entry.path}/` : entry.path);
    const content = contentOf(entry);
    if (content.length >= maxBytes || offset >= maxBytes) throw tooLarge();
    // Both headers have this in common.
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(version, 0);
    facts.writeUInt16LE(utf8Names, 2);
    facts.writeUInt16LE(deflated, 4);
    facts.writeUInt16LE(date, 8);
    facts.writeUInt32LE(checksumOf(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const outer = Buffer.alloc(14);
    outer.writeUInt32LE(
      (((types[entry.kind] | modeOf(entry)) << 16) | (entry.kind === "folder" ? 0x10 : 0)) >>> 0,
      6,
    );
    outer.writeUInt32LE(offset, 10);
    const maker = Buffer.alloc(2);
    maker.writeUInt16LE(madeByUnix);
    parts.push(Buffer.from("PK\x03\x04", "latin1"), facts, name, packed);
    directory.push(Buffer.from("PK\x01\x02", "latin1"), maker, facts, outer, name);
    offset += 4 + facts.length + name.length + packed.length;
  }
  const index = Buffer.concat(directory);
  if (offset + index.length >= maxBytes) throw tooLarge();
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Math.min(entries.length, maxEntries), 8);
  end.writeUInt16LE(Math.min(entries.length, maxEntries), 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  const count = entries.length < maxEntries ? [] : [countOf(entries.length, index.length, offset)];
  return joined([...parts, index, ...count, end]);
}

/** The number of entries, and its position. */
function countOf(entries: number, length: number, offset: number): Buffer {
  const bytes = Buffer.alloc(76);
  bytes.write("PK\x06\x06", "latin1");
  bytes.writeBigUInt64LE(44n, 4); // bytes that follow
  bytes.writeUInt16LE(madeByUnix, 12);
  bytes.writeUInt16LE(versionOfZip64, 14);
  bytes.writeBigUInt64LE(BigInt(entries), 24);
  bytes.writeBigUInt64LE(BigInt(entries), 32);
  bytes.writeBigUInt64LE(BigInt(length), 40);
  bytes.writeBigUInt64LE(BigInt(offset), 48);
  bytes.write("PK\x06\x07", 56, "latin1");
  bytes.writeBigUInt64LE(BigInt(offset + length), 64);
  bytes.writeUInt32LE(1, 72); // of one disk
  return bytes;
}

function tooLarge(): Error {
  return new Error(
    "Cannot make a ZIP archive of 4 GB or more: ship less, or let the app get some of it",
  );
}

function checksumOf(content: Source): number {
  let sum = 0;
  for (const piece of piecesOf(content)) sum = crc32(piece, sum);
  return sum;
}

function contentOf(entry: Entry<Source>): Source {
  if (entry.kind === "file") return entry.bytes;
  return Buffer.from(entry.kind === "link" ? entry.to : "");
}

function modeOf(entry: Entry<unknown>): number {
  if (entry.kind === "file") return entry.mode;
  return entry.kind === "link" ? linkMode : folderMode;
}
