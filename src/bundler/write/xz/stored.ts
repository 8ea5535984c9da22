import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { isNoise } from "../compress.ts";
import { padding, piecesOf, SourceReader, type Source } from "../source.ts";
import { cut, type Piece } from "./cut.ts";
import { aroundBlocks, littleEndian } from "./stream.ts";

// Content that no packer makes smaller, such as pictures and films, is stored as it is: a search
// for matches in it takes minutes, and finds none.
//
// LZMA2 has chunks for that: a control byte, the length less one in 16 bits, big-endian, and the
// bytes. The control byte of the first one is 1, which empties the dictionary, of later ones 2; 0
// ends the block.
//
// Source: "The .xz File Format", version 1.2, and Lzma2Dec.c of the LZMA SDK.

/** Content is judged in windows of this size. */
const windowSize = 4 << 20;
/** So many samples of a window, at equal distances, are compressed by zstd's quickest level. */
const samples = 8;
const sampleSize = 16 << 10;

export interface JudgedPiece extends Piece {
  readonly isStored: boolean;
}

/** Cuts content where windows that can be compressed meet ones that cannot. */
export async function judged(bytes: Source): Promise<JudgedPiece[]> {
  if (bytes.length < windowSize) return [{ start: 0, bytes, isStored: false }];
  const count = Math.floor(bytes.length / windowSize);
  using reader = new SourceReader(bytes);
  const windows: boolean[] = [];
  while (windows.length < count)
    windows.push(await isNoise(sampleOf(reader, windows.length * windowSize)));
  const places = windows.flatMap((isStored, index) =>
    index > 0 && windows[index - 1] !== isStored ? [index * windowSize] : [],
  );
  return cut(bytes, places).map((piece) => ({
    ...piece,
    isStored: windows[piece.start / windowSize] ?? false,
  }));
}

function sampleOf(reader: SourceReader, start: number): Uint8Array {
  const sample = Buffer.alloc(samples * sampleSize);
  for (let index = 0; index < samples; index++) {
    const at = index * sampleSize;
    reader.read(start + (index * windowSize) / samples, sample.subarray(at, at + sampleSize));
  }
  return sample;
}

const longestChunk = 1 << 16;

/** The kind of check is CRC-32, as 7-Zip writes it. */
const flags = Buffer.from([0, 1]);
/** Its length in units of four bytes, less one; one filter, LZMA2, with a dictionary of a chunk. */
const blockStart = Buffer.from([2, 0, 0x21, 1, 8, 0, 0, 0]);
const blockHead = Buffer.concat([blockStart, littleEndian(crc32(blockStart))]);

/**
 * An .xz stream with one block of stored content.
 *
 * @param tell is called with the number of bytes so far
 */
export async function* storedStream(
  bytes: Source,
  tell: (read: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const chunks = Math.ceil(bytes.length / longestChunk);
  const packed = bytes.length + 3 * chunks + 1;
  const unpadded = blockHead.length + packed + 4;
  const { head, tail } = aroundBlocks(flags, [
    { unpadded: BigInt(unpadded), unpacked: BigInt(bytes.length) },
  ]);
  yield head;
  yield blockHead;
  let [sum, read] = [0, 0];
  for (const piece of piecesOf(bytes)) {
    for (let at = 0; at < piece.length; at += longestChunk) {
      const chunk = piece.subarray(at, at + longestChunk);
      yield Buffer.from([
        read + at === 0 ? 1 : 2,
        (chunk.length - 1) >> 8,
        (chunk.length - 1) & 0xff,
      ]);
      yield chunk;
    }
    sum = crc32(piece, sum);
    read += piece.length;
    tell(read);
    // Other parts are packed meanwhile, and report to this thread.
    await setImmediate();
  }
  yield Buffer.concat([Buffer.from([0]), padding(packed), littleEndian(sum), tail]);
}
