import type { Entry } from "../entries.ts";
import { joined, type JoinedSource, type Source } from "../source.ts";
import { bTree } from "./b-tree.ts";
import {
  blocksFor,
  catalog,
  contentOf,
  writeFork,
  type Extent,
  type FinderInfo,
} from "./catalog.ts";
import { checkEntryNames } from "./names.ts";

// A volume of HFS+: blocks of 4096 bytes.
//
//   1024   the header, with the locations of the five files of the file system
//   block 1   a bit for each block in use; the files of extents, catalog and attributes; the files themselves
//   the end   a copy of the header, 1024 bytes before it
//
// Each file is contiguous, and the volume is as large as its content: it is never written to.
//
// Source: Apple, Technical Note TN1150.

const blockSize = 4096;

export interface VolumeOptions {
  readonly name: string;
  /** Of everything, in seconds since 1970. */
  readonly time: number;
  /** By path; "" is the root. */
  readonly finder: ReadonlyMap<string, FinderInfo>;
}

/** A time of HFS+: in seconds since 1904. */
export function hfsTime(unix: number): number {
  return (unix + 2_082_844_800) >>> 0;
}

/** Makes a volume. @param entries with their folders, in the order of their paths */
export function hfsPlusVolume(
  entries: readonly Entry<Source>[],
  { name, time, finder }: VolumeOptions,
): JoinedSource {
  checkEntryNames(entries);
  const files = entries.filter((entry) => entry.kind !== "folder");
  const about = { volumeName: name, time: hfsTime(time), finder };
  // The location of files does not change the length of the catalog.
  const catalogLength = catalog(entries, { ...about, extents: new Map() }).length;
  const overflow = bTree([], {
    nodeSize: blockSize,
    maxKeyLength: 10,
    attributes: 2,
    comparison: 0,
  });
  const attributes = bTree([], {
    nodeSize: 2 * blockSize,
    maxKeyLength: 266,
    attributes: 6,
    comparison: 0,
  });

  let end = 1;
  const take = (length: number): Extent => {
    const extent = { start: end, count: blocksFor(length) };
    end += extent.count;
    return extent;
  };
  const content = files.reduce((sum, entry) => sum + blocksFor(contentOf(entry).length), 0);
  const others =
    blocksFor(overflow.length) + blocksFor(catalogLength) + blocksFor(attributes.length);
  // Before all, the header; after all, a block for its copy. The bitmap covers itself.
  const withoutMap = 1 + others + content + 1;
  let mapBlocks = 1;
  while (mapBlocks * blockSize * 8 < withoutMap + mapBlocks) mapBlocks++;

  const map = take(mapBlocks * blockSize);
  const overflowAt = take(overflow.length);
  const catalogAt = take(catalogLength);
  const attributesAt = take(attributes.length);
  const extents = new Map<string, Extent>();
  for (const entry of files) {
    const { length } = contentOf(entry);
    if (length > 0) extents.set(entry.path, take(length));
  }
  const total = end + 1;
  const bits = Buffer.alloc(mapBlocks * blockSize);
  for (let block = 0; block < total; block++)
    bits.writeUInt8(bits.readUInt8(block >> 3) | (0x80 >> (block & 7)), block >> 3);
  const header = volumeHeader({
    time: about.time,
    files: files.length,
    folders: entries.length - files.length,
    blocks: total,
    forks: [
      [mapBlocks * blockSize, map],
      [overflow.length, overflowAt],
      [catalogLength, catalogAt],
      [attributes.length, attributesAt],
    ],
  });
  const [first, last] = [Buffer.alloc(blockSize), Buffer.alloc(blockSize)];
  header.copy(first, 1024);
  header.copy(last, blockSize - 1024);
  const parts = [bits, overflow, catalog(entries, { ...about, extents }), attributes];
  return joined([first, ...[...parts, ...files.map(contentOf)].flatMap(inBlocks), last]);
}

/** A part of the volume, filled up to whole blocks. */
function inBlocks(bytes: Source): Source[] {
  return [bytes, Buffer.alloc(blocksFor(bytes.length) * blockSize - bytes.length)];
}

function volumeHeader(volume: {
  readonly time: number;
  readonly files: number;
  readonly folders: number;
  readonly blocks: number;
  readonly forks: readonly (readonly [length: number, extent: Extent])[];
}): Buffer {
  const { time, files, folders, blocks, forks } = volume;
  const bytes = Buffer.alloc(512);
  bytes.write("H+", 0, "latin1");
  bytes.writeUInt16BE(4, 2);
  bytes.writeUInt32BE(0x100, 4); // it was unmounted cleanly
  bytes.write("10.0", 8, "latin1"); // last mounted by Mac OS X
  // Created, changed, checked; never backed up.
  for (const place of [16, 20, 28]) bytes.writeUInt32BE(time, place);
  bytes.writeUInt32BE(files, 32);
  bytes.writeUInt32BE(folders, 36);
  bytes.writeUInt32BE(blockSize, 40);
  bytes.writeUInt32BE(blocks, 44);
  bytes.writeUInt32BE(blocks - 1, 52); // the start of the search for a free block
  bytes.writeUInt32BE(65_536, 56);
  bytes.writeUInt32BE(65_536, 60);
  bytes.writeUInt32BE(16 + files + folders, 64); // the next file number
  bytes.writeUInt32BE(1, 68);
  bytes.writeBigUInt64BE(1n, 72); // encodings of names: Roman
  // The last of the words for Finder identifies the volume; the system would write it, but this
  // volume is never written to.
  bytes.writeBigUInt64BE(BigInt(time) << 32n, 104);
  for (const [index, [length, extent]] of forks.entries()) {
    const at = 112 + 80 * index;
    writeFork(bytes, at, length, extent);
    bytes.writeUInt32BE(length, at + 8); // its clump size
  }
  return bytes;
}
