/** How much room there is, in bytes: the JSON of most replies is shorter. */
const room = 1024;

const made = new WeakSet<ArrayBufferLike>();

/**
 * New bytes for a reply, with room before them: its header and JSON are written there, and the bytes need not be moved to stand
 * behind these. They are given away with the reply.
 */
export function replyBytes(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(new ArrayBuffer(room + length), room);
  made.add(bytes.buffer);
  return bytes;
}

/** Gives the memory of bytes back that are not used any more: now, not with the next collection of garbage. */
export function giveBack({ buffer, length }: Uint8Array): void {
  if (!(buffer instanceof ArrayBuffer)) return;
  // A part of something else is left alone.
  if (length === buffer.byteLength || made.has(buffer)) buffer.transfer(0);
}

const leastBlock = 64 * 1024;
const mostBlock = 4 * 1024 * 1024;

/** Bytes that come bit by bit. They are never in memory twice. */
export class GatheredBytes {
  readonly #full: Uint8Array<ArrayBuffer>[] = [];
  #block = new Uint8Array(0);
  /** Of the last block. */
  #filled = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Takes a copy. */
  add(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0;) {
      if (this.#filled === this.#block.length) {
        if (this.#filled > 0) this.#full.push(this.#block);
        const wanted = Math.max(rest.length, this.#length, leastBlock);
        this.#block = new Uint8Array(Math.min(wanted, mostBlock));
        this.#filled = 0;
      }
      const part = rest.subarray(0, this.#block.length - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      this.#length += part.length;
      rest = rest.subarray(part.length);
    }
  }

  /** Moves all of it to a place of its length. */
  moveTo(bytes: Uint8Array): void {
    let offset = 0;
    for (const block of [...this.#full.splice(0), this.#block.subarray(0, this.#filled)]) {
      bytes.set(block, offset);
      offset += block.length;
      block.buffer.transfer(0);
    }
    this.#block = new Uint8Array(0);
    this.#filled = 0;
    this.#length = 0;
  }
}

/** All of several, for one reply, one after the other in the same memory. */
export function gatheredForReply(...all: readonly GatheredBytes[]): readonly Uint8Array<ArrayBuffer>[] {
  const bytes = replyBytes(all.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  return all.map((each) => {
    const place = bytes.subarray(offset, (offset += each.length));
    each.moveTo(place);
    return place;
  });
}

/** Parts as one, for a reply. */
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
 * The first bytes of `replyBytes`, or all, behind their room; `null`: they have none, or more of it is wanted.
 *
 * @param parts one after the other
 */
export function withRoom(parts: readonly Uint8Array[], wanted: number): Buffer | null {
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
