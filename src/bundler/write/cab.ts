import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";

// A cabinet: concatenated files, cut into blocks of 32 KB. All numbers are little-endian.
//
//   head      "MSCF", the lengths, one folder
//   folder    the start of its blocks, their number, their compression
//   files     length, offset in the folder's bytes, time, name; for each
//   blocks    sum, packed length, length, bytes; compressed ones begin with "CK"
//
// Blocks are deflated separately, with the previous block's bytes as the dictionary. Source:
// [MS-CAB], [MS-MCI].

export interface CabinetFile {
  readonly name: string;
  readonly length: number;
  /** Called once, in the file's turn: not all of them are in memory together. */
  readonly read: () => Uint8Array;
}

export interface CabinetOptions {
  /** The deflate level, 1 to 9. */
  readonly level: number;
  /** Of all files, in seconds since 1970. */
  readonly time: number;
  /** Reports progress, from 0 to 1. */
  readonly progress?: (done: number) => void;
}

const blockSize = 0x8000;
const maxBlocks = 0xffff;
// The number of blocks that are packed at the same time.
const atOnce = 64;

const deflate = promisify(deflateRaw);

/**
 * Writes a cabinet.
 * @throws Error when the files are too many or too large for one
 */
export async function cabinet(
  files: readonly CabinetFile[],
  { level, time, progress }: CabinetOptions,
): Promise<Buffer> {
  const total = files.reduce((sum, { length }) => sum + length, 0);
  const count = Math.ceil(total / blockSize);
  if (count > maxBlocks || files.length > 0xffff)
    throw new Error(
      `Cannot pack ${files.length} files of ${total} bytes into one cabinet: at most 65535 files and 2 GB`,
    );
  const blocks: Buffer[] = [];
  let waiting: Promise<Buffer>[] = [];
  let before: Uint8Array | undefined;
  for (const bytes of blocksOf(files)) {
    waiting.push(block(bytes, before, level));
    before = bytes;
    if (waiting.length < atOnce && blocks.length + waiting.length < count) continue;
    blocks.push(...(await Promise.all(waiting)));
    waiting = [];
    progress?.(blocks.length / count);
  }
  let start = 0;
  const entries = files.map(({ name, length }) => {
    const entry = fileEntry(name, length, start, time);
    start += length;
    return entry;
  });
  const head = Buffer.alloc(36);
  const folder = Buffer.alloc(8);
  const firstEntry = head.length + folder.length;
  const firstBlock = entries.reduce((sum, { length }) => sum + length, firstEntry);
  head.write("MSCF", 0, "latin1");
  head.writeUInt32LE(
    blocks.reduce((sum, { length }) => sum + length, firstBlock),
    8,
  );
  head.writeUInt32LE(firstEntry, 16);
  head.writeUInt16LE(0x103, 24); // version 1.3
  head.writeUInt16LE(1, 26); // folders
  head.writeUInt16LE(files.length, 28);
  folder.writeUInt32LE(firstBlock, 0);
  folder.writeUInt16LE(count, 4);
  folder.writeUInt16LE(1, 6); // MSZIP
  return Buffer.concat([head, folder, ...entries, ...blocks]);
}

/** The concatenated content of the files, in blocks. */
function* blocksOf(files: readonly CabinetFile[]): Generator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for (const { read } of files) {
    const bytes = read();
    let start = 0;
    if (rest.length > 0) {
      start = Math.min(blockSize - rest.length, bytes.length);
      rest = Buffer.concat([rest, bytes.subarray(0, start)]);
      if (rest.length < blockSize) continue;
      yield rest;
    }
    for (; start + blockSize <= bytes.length; start += blockSize)
      yield bytes.subarray(start, start + blockSize);
    // A copy: the file is not kept in memory for it.
    rest = Buffer.from(bytes.subarray(start));
  }
  if (rest.length > 0) yield rest;
}

const blockHead = 8;
const mark = Buffer.from("CK");

async function block(
  bytes: Uint8Array,
  before: Uint8Array | undefined,
  level: number,
): Promise<Buffer> {
  const packed = await deflate(bytes, {
    level,
    ...(before !== undefined && { dictionary: before }),
  });
  const whole = Buffer.concat([Buffer.alloc(blockHead), mark, packed]);
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
