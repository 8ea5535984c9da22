import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { writeFileLater } from "../../disk/write.ts";
import { fileSource, joined, SourceReader, type JoinedSource, type Source } from "./source.ts";

// A cabinet: concatenated files, cut into blocks of 32 KB. All numbers are little-endian.
//
//   head      "MSCF", the lengths, one folder
//   folder    the start of its blocks, their number, their compression
//   files     length, offset in the folder's bytes, time, name; for each
//   blocks    sum, packed length, length, bytes; compressed ones begin with "CK"
//
// Blocks are deflated separately, with the previous block's bytes as the dictionary. A packed block
// may have 12 bytes more than 32 KB, and other programs than Windows also unpack longer ones.
// Source: [MS-CAB], [MS-MCI] section 2.

export interface CabinetFile {
  readonly name: string;
  readonly bytes: Source;
}

export interface CabinetOptions {
  /** The path for the packed blocks, which stay until they were read. */
  readonly path: string;
  /** The deflate level, 1 to 9. */
  readonly level: number;
  /** Of all files, in seconds since 1970. */
  readonly time: number;
  /** Reports progress, from 0 to 1. */
  readonly progress?: (done: number) => void;
}

const blockSize = 0x8000;
const maxBlocks = 0xffff;
const maxFiles = 0xffff;
/** The largest number of bytes in a cabinet. */
export const maxCabinet = maxBlocks * blockSize;
// The number of blocks that are packed at the same time.
const atOnce = 64;

const deflate = promisify(deflateRaw);

/**
 * Makes a cabinet.
 * @throws Error when the files are too many or too large for one
 */
export async function cabinet(
  files: readonly CabinetFile[],
  options: CabinetOptions,
): Promise<JoinedSource> {
  const { path, time } = options;
  const content = joined(files.map(({ bytes }) => bytes));
  const total = content.length;
  const count = Math.ceil(total / blockSize);
  if (count > maxBlocks || files.length > maxFiles)
    throw new Error(
      `Cannot pack ${files.length} files of ${Math.ceil(total / 1e6)} MB for Windows Installer: its cabinet holds at most ${maxFiles} files and ${Math.floor(maxCabinet / 1e6)} MB; make a script installer (nsis), or take large files out of the package`,
    );
  await writeFileLater(path, packedBlocks(content, options));
  const blocks = fileSource(path);
  let start = 0;
  const entries = files.map(({ name, bytes }) => {
    const entry = fileEntry(name, bytes.length, start, time);
    start += bytes.length;
    return entry;
  });
  const head = Buffer.alloc(36);
  const folder = Buffer.alloc(8);
  const firstEntry = head.length + folder.length;
  const firstBlock = entries.reduce((sum, { length }) => sum + length, firstEntry);
  head.write("MSCF", 0, "latin1");
  head.writeUInt32LE(firstBlock + blocks.length, 8);
  head.writeUInt32LE(firstEntry, 16);
  head.writeUInt16LE(0x103, 24); // version 1.3
  head.writeUInt16LE(1, 26); // folders
  head.writeUInt16LE(files.length, 28);
  folder.writeUInt32LE(firstBlock, 0);
  folder.writeUInt16LE(count, 4);
  folder.writeUInt16LE(1, 6); // MSZIP
  return joined([head, folder, ...entries, blocks]);
}

async function* packedBlocks(
  content: Source,
  { level, progress }: CabinetOptions,
): AsyncGenerator<Uint8Array, void> {
  using reader = new SourceReader(content);
  let before: Uint8Array | undefined;
  for (let at = 0; at < content.length; progress?.(Math.min(at / content.length, 1))) {
    const waiting: Promise<Buffer>[] = [];
    for (; waiting.length < atOnce && at < content.length; at += blockSize) {
      const bytes = Buffer.allocUnsafe(Math.min(blockSize, content.length - at));
      reader.read(at, bytes);
      waiting.push(block(bytes, before, level));
      before = bytes;
    }
    yield* await Promise.all(waiting);
  }
}

const blockHead = 8;
const mark = Buffer.from("CK");
/** The level of deflate that compresses nothing, and the bytes that it puts before a block. */
const [storing, storedHead] = [0, 5];

async function block(
  bytes: Uint8Array,
  before: Uint8Array | undefined,
  level: number,
): Promise<Buffer> {
  const packed = await deflate(bytes, {
    level,
    ...(before !== undefined && { dictionary: before }),
  });
  // The quick levels of deflate lengthen bytes that cannot be compressed by more than that.
  const fits = packed.length <= bytes.length + storedHead;
  const content = fits ? packed : await deflate(bytes, { level: storing });
  const whole = Buffer.concat([Buffer.alloc(blockHead), mark, content]);
  whole.writeUInt16LE(whole.length - blockHead, 4);
  whole.writeUInt16LE(bytes.length, 6);
  whole.writeUInt32LE(sum(whole.subarray(4, blockHead), sum(whole.subarray(blockHead), 0)), 0);
  return whole;
}

function fileEntry(name: string, length: number, start: number, time: number): Buffer {
  const entry = Buffer.alloc(16);
  const date = new Date(Math.max(time, earliest) * 1000);
  entry.writeUInt32LE(length, 0);
  entry.writeUInt32LE(start, 4);
  entry.writeUInt16LE(
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
    10,
  );
  entry.writeUInt16LE(
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    12,
  );
  entry.writeUInt16LE(0x20, 14); // the archive attribute, as for all files
  return Buffer.concat([entry, Buffer.from(`${name}\0`)]);
}

/** 1980-01-01, the earliest date. */
const earliest = 315_532_800;

/** All 32-bit words XORed. The rest at the end is read from its last byte. */
function sum(bytes: Buffer, seed: number): number {
  const whole = bytes.length & ~3;
  let result = seed;
  for (let index = 0; index < whole; index += 4) result ^= bytes.readUInt32LE(index);
  let rest = 0;
  for (let index = whole; index < bytes.length; index++) rest = (rest << 8) | (bytes[index] ?? 0);
  return (result ^ rest) >>> 0;
}
