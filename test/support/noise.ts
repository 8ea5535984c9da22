/** Bytes that look like chance, the same each time. */
export function noise(length: number, seed: number): Buffer {
  let state = seed;
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state >>> 8;
  }
  return bytes;
}
