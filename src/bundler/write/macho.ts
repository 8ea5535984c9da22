// Programs and libraries of macOS. A file holds one image, or several for different processors
// after a table:
//
//   magic, number of images                                       big endian
//   each: processor, its variant, offset, size, alignment
//
// An image (64 bits, little endian) begins with its load commands; its last segment, __LINKEDIT,
// holds the tables of symbols and, at its very end, the signature, which a load command points to.
//
// Source: <mach-o/fat.h>, <mach-o/loader.h>.

import { joined, readPart, slice, type JoinedSource, type Source } from "./source.ts";

const MH_MAGIC_64 = 0xfeedfacf;
const FAT_MAGIC = 0xcafebabe;
const LC_SYMTAB = 0x2;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const LC_BUILD_VERSION = 0x32;
const LC_VERSION_MIN_MACOSX = 0x24;
const MH_EXECUTE = 0x2;
const CPU_TYPE_ARM64 = 0x0100000c;
const headerLength = 32;

/** The minimum size of the load commands that are read here. */
const minSizes: Readonly<Record<number, number>> = {
  [LC_SYMTAB]: 24,
  [LC_SEGMENT_64]: 72,
  [LC_CODE_SIGNATURE]: 16,
  [LC_BUILD_VERSION]: 24,
  [LC_VERSION_MIN_MACOSX]: 16,
};
const damagedCommands = "its load commands are damaged";

/** Java classes begin with the same number, followed by a Java version here. */
const maxImages = 16;

/** Images after a table are aligned to the largest page size: 2 to this power. */
const alignment = 14;

/** The parts of an image that signing needs. */
export interface Image {
  readonly bytes: Source;
  /** The header and the load commands. */
  readonly head: Buffer;
  readonly isProgram: boolean;
  /** The number of bytes that are hashed together: 2 to this power. */
  readonly pageShift: number;
  /** The minimum system version and the SDK version: 16 bits, 8 and 8; `null`: undeclared. */
  readonly versions: { readonly minimum: number; readonly sdk: number } | null;
  readonly text: Segment;
  readonly linkedit: Segment;
  readonly signature: Signature | null;
  /** The position of the symbol table command, and the end of its data. */
  readonly symbols: {
    readonly command: number;
    readonly texts: number;
    readonly end: number;
  } | null;
  /** The position for another load command, and the limit of its end. */
  readonly commands: { readonly end: number; readonly room: number };
}

interface Segment {
  readonly command: number;
  readonly offset: number;
  readonly size: number;
}

interface Signature {
  readonly command: number;
  readonly offset: number;
  readonly size: number;
}

/** Whether a file begins like a program or library of macOS. */
export function isMachO(bytes: Source): boolean {
  if (bytes.length < headerLength) return false;
  const file = readPart(bytes, 0, headerLength);
  if (file.readUInt32BE(0) === FAT_MAGIC) return file.readUInt32BE(4) <= maxImages;
  return file.readUInt32LE(0) === MH_MAGIC_64;
}

/** The images of a file. @throws Error when they are missing */
export function imagesOf(bytes: Source): Image[] {
  if (!isMachO(bytes)) throw new Error("it must be a program of macOS, for 64 bits");
  const file = readPart(bytes, 0, Math.min(8 + 20 * maxImages, bytes.length));
  if (file.readUInt32BE(0) !== FAT_MAGIC) return [readImage(bytes)];
  return Array.from({ length: file.readUInt32BE(4) }, (_, index) => {
    const entry = 8 + 20 * index;
    if (entry + 20 > file.length) throw new Error("its table of images is cut short");
    const [offset, size] = [file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)];
    if (offset + size > bytes.length) throw new Error("it is cut short");
    return readImage(slice(bytes, offset, offset + size));
  });
}

/** A universal file of images; a single one stays as it is. */
export function universal(images: readonly Source[]): Source {
  const [first] = images;
  if (images.length === 1 && first !== undefined) return first;
  const table = Buffer.alloc(8 + 20 * images.length);
  table.writeUInt32BE(FAT_MAGIC, 0);
  table.writeUInt32BE(images.length, 4);
  const parts: Source[] = [table];
  let end = table.length;
  for (const [index, image] of images.entries()) {
    const processor = readPart(image, 4, 12);
    const offset = aligned(end, 1 << alignment);
    const entry = 8 + 20 * index;
    table.writeUInt32BE(processor.readUInt32LE(0), entry);
    table.writeUInt32BE(processor.readUInt32LE(4), entry + 4);
    table.writeUInt32BE(offset, entry + 8);
    table.writeUInt32BE(image.length, entry + 12);
    table.writeUInt32BE(alignment, entry + 16);
    parts.push(Buffer.alloc(offset - end), image);
    end = offset + image.length;
  }
  return joined(parts);
}

function readImage(source: Source): Image {
  const header = readPart(source, 0, Math.min(headerLength, source.length));
  if (header.length < headerLength || header.readUInt32LE(0) !== MH_MAGIC_64)
    throw new Error("it must be made of programs for 64 bits");
  const end = headerLength + header.readUInt32LE(20);
  if (end > source.length) throw new Error("it is cut short");
  const bytes = readPart(source, 0, end);
  let text: Segment | null = null;
  let linkedit: Segment | null = null;
  let signature: Signature | null = null;
  let symbols: Image["symbols"] = null;
  let versions: Image["versions"] = null;
  let room = source.length;
  let count = 0;
  for (let command = headerLength; command < end; command += bytes.readUInt32LE(command + 4)) {
    const size = command + 8 > end ? 0 : bytes.readUInt32LE(command + 4);
    const kind = size === 0 ? 0 : bytes.readUInt32LE(command);
    if (size < (minSizes[kind] ?? 8) || command + size > end) throw new Error(damagedCommands);
    count++;
    if (kind === LC_CODE_SIGNATURE) {
      signature = {
        command,
        offset: bytes.readUInt32LE(command + 8),
        size: bytes.readUInt32LE(command + 12),
      };
    } else if (kind === LC_SYMTAB) {
      const texts = bytes.readUInt32LE(command + 16);
      symbols = { command, texts, end: texts + bytes.readUInt32LE(command + 20) };
    } else if (kind === LC_BUILD_VERSION || kind === LC_VERSION_MIN_MACOSX) {
      const at = command + (kind === LC_BUILD_VERSION ? 12 : 8);
      versions = { minimum: bytes.readUInt32LE(at), sdk: bytes.readUInt32LE(at + 4) };
    } else if (kind === LC_SEGMENT_64) {
      const name = bytes.toString("latin1", command + 8, command + 24).replace(/\0.*/, "");
      const segment = {
        command,
        offset: Number(bytes.readBigUInt64LE(command + 40)),
        size: Number(bytes.readBigUInt64LE(command + 48)),
      };
      if (name === "__TEXT") text = segment;
      if (name === "__LINKEDIT") linkedit = segment;
      const sections = bytes.readUInt32LE(command + 64);
      if (72 + 80 * sections > size) throw new Error(damagedCommands);
      for (let section = 0; section < sections; section++) {
        const offset = bytes.readUInt32LE(command + 72 + 80 * section + 48);
        if (offset > 0) room = Math.min(room, offset);
      }
    }
  }
  if (count !== bytes.readUInt32LE(16)) throw new Error(damagedCommands);
  if (text === null || linkedit === null || linkedit.offset > source.length)
    throw new Error("it has not the segments that are signed");
  if (signature !== null && signature.offset + signature.size > source.length)
    throw new Error("it is cut short");
  if (signature !== null && (signature.offset < linkedit.offset || signature.offset < end))
    throw new Error("its signature is not in its last segment");
  return {
    bytes: source,
    head: bytes,
    isProgram: bytes.readUInt32LE(12) === MH_EXECUTE,
    pageShift: bytes.readUInt32LE(4) === CPU_TYPE_ARM64 ? 14 : 12,
    versions,
    text,
    linkedit,
    signature,
    symbols,
    commands: { end, room },
  };
}

/** The start of the signature in a signed image; everything before it is signed. */
export function signedLength({ bytes, signature }: Image): number {
  const isLast = signature !== null && signature.offset + signature.size >= bytes.length;
  return isLast ? signature.offset : aligned(bytes.length, 16);
}

/**
 * The signed part of an image, prepared for a signature of this size. An older signature at its end
 * is removed; other bytes after the image become a part of it.
 */
export function bodyForSignature(image: Image, size: number): JoinedSource {
  const { bytes, head, linkedit, signature, symbols, commands } = image;
  const length = signedLength(image);
  let body: Buffer = Buffer.from(head);
  let command = signature?.command;
  if (command === undefined) {
    if (commands.end + 16 > commands.room) throw new Error("it has no room for a signature");
    command = commands.end;
    body = readPart(bytes, 0, commands.end + 16);
    body.writeUInt32LE(LC_CODE_SIGNATURE, command);
    body.writeUInt32LE(16, command + 4);
    body.writeUInt32LE(body.readUInt32LE(16) + 1, 16);
    body.writeUInt32LE(body.readUInt32LE(20) + 16, 20);
  }
  body.writeUInt32LE(length, command + 8);
  body.writeUInt32LE(size, command + 12);
  const filled = length + size - linkedit.offset;
  body.writeBigUInt64LE(BigInt(filled), linkedit.command + 48);
  const mapped = Math.max(
    Number(head.readBigUInt64LE(linkedit.command + 32)),
    aligned(filled, 1 << alignment),
  );
  body.writeBigUInt64LE(BigInt(mapped), linkedit.command + 32);
  // Apple's own tools reject an image with bytes in its last segment that no table owns. The string
  // table is the last.
  const tablesEnd = signature?.offset ?? linkedit.offset + linkedit.size;
  if (symbols !== null && length > aligned(tablesEnd, 16) && symbols.end + 16 > tablesEnd)
    body.writeUInt32LE(length - symbols.texts, symbols.command + 20);
  return joined([
    body,
    slice(bytes, body.length, Math.min(length, bytes.length)),
    Buffer.alloc(Math.max(length - bytes.length, 0)),
  ]);
}

function aligned(length: number, to: number): number {
  return Math.ceil(length / to) * to;
}
