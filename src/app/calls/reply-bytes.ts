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

/** The first bytes of `replyBytes`, or all, behind their room; `null`: they have none, or more of it is wanted. */
export function withRoom(bytes: Uint8Array, wanted: number): Buffer | null {
  if (wanted > room || bytes.byteOffset !== room || !made.has(bytes.buffer)) return null;
  return Buffer.from(bytes.buffer, 0, room + bytes.length);
}
