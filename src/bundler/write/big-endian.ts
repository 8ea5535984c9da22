// Numbers of Apple's old formats: big endian.

export function u16(number: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(number);
  return bytes;
}

export function u32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number);
  return bytes;
}

/** A text in UTF-16, after its length. */
export function unicode(text: string): Buffer {
  return Buffer.concat([u16(text.length), Buffer.from(text, "utf16le").swap16()]);
}
