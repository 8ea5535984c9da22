/** The space in bytes: the JSON of most replies is shorter. */
const room = 1024;

const made = new WeakSet<ArrayBufferLike>();

/**
 * New bytes for a reply, with space in front: its header and JSON are written there, so that the
 * bytes need not be moved. Their ownership passes on with the reply.
 */
export function replyBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(new ArrayBuffer(room + length), room);
  made.add(bytes.buffer);
  return bytes;
}

/** Frees the memory of unused bytes at once, not at the next garbage collection. */
export function freeBytes({ buffer, length }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  // A part of another buffer is left alone.
  if (length === buffer.byteLength || made.has(buffer)) buffer.transfer(0);
}

const minCapacity = 64 * 1024;

/**
 * Bytes of a streamed reply, each in memory once: the system allocates no memory for the unfilled
 * part, and outgrown buffers are freed at once.
 */
export class GatheredBytes {
  #bytes = replyBytes(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Adds a copy. */
  add(bytes: Uint8Array): void {
    const wanted = this.#length + bytes.length;
    if (wanted > this.#bytes.length) {
      const larger = replyBytes(Math.max(wanted, 2 * this.#bytes.length, minCapacity));
      larger.set(this.#bytes.subarray(0, this.#length));
      freeBytes(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = wanted;
  }

  /** All bytes; their ownership passes on. */
  take(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }
}

/** The bytes of several streams for one reply, joined in the memory of the first. */
export function gatheredForReply(
  first: GatheredBytes,
  ...more: readonly GatheredBytes[]
): readonly Uint8Array<ArrayBuffer>[] {
  const ends = [first.length];
  for (const each of more) {
    const bytes = each.take();
    first.add(bytes);
    freeBytes(bytes);
    ends.push(first.length);
  }
  const all = first.take();
  return ends.map((end, at) => all.subarray(ends[at - 1] ?? 0, end));
}

/** Parts joined for a reply. */
export function joinedForReply(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = replyBytes(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/**
 * The first bytes of `replyBytes`, or all, including the space in front; `null`: there is none, or
 * too little.
 *
 * @param parts one after the other
 */
export function withBudget(parts: readonly Uint8Array[], wanted: number): Buffer | null {
  const [first] = parts;
  if (first === undefined || wanted > room || first.byteOffset !== room || !made.has(first.buffer))
    return null;
  let end = room;
  for (const { buffer, byteOffset, length } of parts) {
    if (buffer !== first.buffer || byteOffset !== end) return null;
    end += length;
  }
  return Buffer.from(first.buffer, 0, end);
}
