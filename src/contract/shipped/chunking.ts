// Content-defined chunking: equal content in two files is cut at the same places, wherever it lies.
// A rolling hash covers the last 32 bytes; a chunk ends where its upper bits are all zero. Before
// the wanted size more bits must be zero than after it, so that most chunks have about that size.
//
//   hash   (hash << 1) + gear[byte], 32 bits; gear[byte] is a number for each byte, pseudo-random: the first word
//          that xorshift32 gives after the one before, from 0x9e3779b9 on
//
// Source: Xia et al., "FastCDC: a Fast and Efficient Content-Defined Chunking Approach for Data
// Deduplication", 2016, with normalized chunking of level 2. The build and the updater must always
// cut alike.

/**
 * The usual size of a chunk, in bytes. Measured for updates: smaller chunks lengthen the index by
 * more than they save.
 */
const wanted = 1 << 14;
const least = wanted >> 2;
/** The maximum size of a chunk. */
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
 * The end of the chunk that begins at `from`.
 * @param bytes hold `longestChunk` bytes from there on, or everything up to the end
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
