// Where a file is cut into chunks, by its content alone: what is the same in two files is cut at
// the same places, wherever it lies. A hash of the last 32 bytes runs along; a chunk ends where its
// upper bits are all zero. Up to the wanted size more bits are asked for than behind it, so that
// most chunks have about that size.
//
//   hash   (hash << 1) + gear[byte], 32 bits; gear[byte] is a number for each byte that looks like chance: the first word
//          that xorshift32 gives after the one before, from 0x9e3779b9 on
//
// Source: Xia et al., "FastCDC: a Fast and Efficient Content-Defined Chunking Approach for Data
// Deduplication", 2016, with normalized chunking of level 2. Both sides, whoever builds and whoever
// updates, have to cut alike for ever.

/**
 * What most chunks have, in bytes. Measured for updates: smaller ones make the index longer than
 * they save.
 */
const wanted = 1 << 14;
const least = wanted >> 2;
/** No chunk has more. */
export const longestChunk = wanted << 2;

const maskOf = (bits: number): number => ~0 << (32 - bits);
const before = maskOf(14 + 2);
const behind = maskOf(14 - 2);

const gear = makeGear();

function makeGear(): Uint32Array {
  let state = 0x9e3779b9;
  return Uint32Array.from({ length: 256 }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    return (state ^= state << 5);
  });
}

/**
 * Where the chunk that begins at `from` ends.
 * @param bytes either hold `longestChunk` bytes from there on, or all that comes
 */
export function chunkEnd(bytes: Uint8Array, from: number): number {
  const end = Math.min(bytes.length, from + longestChunk);
  const middle = Math.min(end, from + wanted);
  let hash = 0;
  let at = from + least;
  for (; at < middle; at++) {
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & before) === 0) return at + 1;
  }
  for (; at < end; at++) {
    hash = ((hash << 1) + (gear[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & behind) === 0) return at + 1;
  }
  return end;
}
