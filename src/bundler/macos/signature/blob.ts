// macOS signatures consist of blobs, each a magic number, its total length, and its content, big
// endian. A superblob is a blob of blobs, each with its slot number.
//
// Source: Apple's open source,
// Security/OSX/libsecurity_codesigning/lib/{blob,superblob,codedirectory,cscdefs}.h.

/** The magic numbers of blobs. */
export const magics = {
  requirement: 0xfade0c00,
  requirements: 0xfade0c01,
  codeDirectory: 0xfade0c02,
  embeddedSignature: 0xfade0cc0,
  entitlements: 0xfade7171,
  entitlementsDer: 0xfade7172,
  wrapper: 0xfade0b01,
} as const;

/**
 * The slots of blobs. For entries hashed by the code directory, they are also the positions of the
 * hashes.
 */
export const slots = {
  codeDirectory: 0,
  info: 1,
  requirements: 2,
  resources: 3,
  entitlements: 5,
  /** Of a disk image: its trailer. */
  representation: 6,
  entitlementsDer: 7,
  signature: 0x10000,
  ticket: 0x10002,
} as const;

export function u32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(number >>> 0);
  return bytes;
}

export function blob(magic: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(magic), u32(8 + body.length), body]);
}

export interface Slotted {
  readonly slot: number;
  readonly blob: Buffer;
}

export function superblob(magic: number, parts: readonly Slotted[]): Buffer {
  const index: Buffer[] = [u32(parts.length)];
  let offset = 12 + 8 * parts.length;
  for (const part of parts) {
    index.push(u32(part.slot), u32(offset));
    offset += part.blob.length;
  }
  return blob(magic, ...index, ...parts.map((part) => part.blob));
}

/** The blobs in a superblob. @throws Error when it is damaged */
export function blobsIn(bytes: Buffer): Slotted[] {
  const fits = (at: number): boolean =>
    at + 8 <= bytes.length && at + bytes.readUInt32BE(at + 4) <= bytes.length;
  if (bytes.length < 12 || bytes.readUInt32BE(0) !== magics.embeddedSignature || !fits(0))
    throw new Error("Cannot read signature: it is damaged");
  const count = bytes.readUInt32BE(8);
  if (12 + 8 * count > bytes.length) throw new Error("Cannot read signature: it is cut short");
  return Array.from({ length: count }, (_, index) => {
    const offset = bytes.readUInt32BE(16 + 8 * index);
    if (!fits(offset)) throw new Error("Cannot read signature: one of its parts is cut short");
    const length = bytes.readUInt32BE(offset + 4);
    return {
      slot: bytes.readUInt32BE(12 + 8 * index),
      blob: bytes.subarray(offset, offset + length),
    };
  });
}
