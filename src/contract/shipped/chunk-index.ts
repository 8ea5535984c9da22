import { longestChunk } from "./chunking.ts";

// The chunks of an update, so that an app that has most of them downloads only the rest. All
// numbers are little endian:
//
//    0  "FRMWCHK1"
//    8  length of the description, u32
//   12  the description, JSON: { "size": 49227264, "sha512": "…", "packing": "none" }
//       then for each chunk, in order:
//         8  the first bytes of its SHA-256
//         2  its size, less one, u16
//         2  its size in the file of chunks, less one, u16; with packing "none" it is not there, and the same
//
// The chunk file lies beside it and holds the chunks one after the other: with packing "none" it is
// the update itself, with "deflate" each chunk is compressed separately, unless that makes it no
// smaller. The checksum of the whole is verified; the short ones of chunks find existing content,
// and detect wrong content from a server.

const magic = "FRMWCHK1";
const headLength = 12;
export const hashLength = 8;

export type ChunkPacking = "none" | "deflate";

/** A piece of the update. */
export interface Chunk {
  /** Hexadecimal. */
  readonly hash: string;
  readonly size: number;
  /** In the chunk file. Less than `size`: it is compressed. */
  readonly packedSize: number;
}

export interface ChunkIndex {
  /** Of the whole update, hexadecimal. */
  readonly sha512: string;
  readonly packing: ChunkPacking;
  readonly chunks: readonly Chunk[];
}

export function renderChunkIndex({ sha512, packing, chunks }: ChunkIndex): Uint8Array {
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  const description = asciiBytes(JSON.stringify({ size, sha512, packing }));
  const entryLength = entryLengthOf(packing);
  const bytes = new Uint8Array(headLength + description.length + chunks.length * entryLength);
  const view = new DataView(bytes.buffer);
  bytes.set(asciiBytes(magic));
  view.setUint32(8, description.length, true);
  bytes.set(description, headLength);
  chunks.forEach((chunk, index) => {
    const at = headLength + description.length + index * entryLength;
    bytes.set(hashBytes(chunk.hash), at);
    view.setUint16(at + hashLength, chunk.size - 1, true);
    if (packing !== "none") view.setUint16(at + hashLength + 2, chunk.packedSize - 1, true);
  });
  return bytes;
}

/** @throws Error when it is no index, or inconsistent */
export function parseChunkIndex(bytes: Uint8Array): ChunkIndex {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (asciiText(bytes.subarray(0, magic.length)) !== magic) throw new Error("it is no index");
  const start = headLength + (bytes.length < headLength ? 0 : view.getUint32(8, true));
  if (start > bytes.length) throw new Error("it is cut short");
  const { size, sha512, packing } = descriptionIn(bytes.subarray(headLength, start));
  const entryLength = entryLengthOf(packing);
  if ((bytes.length - start) % entryLength !== 0) throw new Error("it is cut short");
  const chunks: Chunk[] = [];
  for (let at = start; at < bytes.length; at += entryLength) {
    const chunkSize = view.getUint16(at + hashLength, true) + 1;
    const packedSize =
      packing === "none" ? chunkSize : view.getUint16(at + hashLength + 2, true) + 1;
    if (packedSize > chunkSize || chunkSize > longestChunk)
      throw new Error("it has a chunk that cannot be");
    chunks.push({
      hash: hashText(bytes.subarray(at, at + hashLength)),
      size: chunkSize,
      packedSize,
    });
  }
  if (chunks.reduce((sum, chunk) => sum + chunk.size, 0) !== size)
    throw new Error("its chunks have another size");
  return { sha512, packing, chunks };
}

function descriptionIn(
  bytes: Uint8Array,
): Pick<ChunkIndex, "sha512" | "packing"> & { readonly size: number } {
  const { size, sha512, packing } = recordIn(asciiText(bytes));
  const isKnown = packing === "none" || packing === "deflate";
  if (typeof size !== "number" || typeof sha512 !== "string" || !isKnown)
    throw new Error("its description is not known here");
  return { size, sha512, packing };
}

function recordIn(text: string): Partial<Record<"size" | "sha512" | "packing", unknown>> {
  try {
    return (JSON.parse(text) as object | null) ?? {};
  } catch (cause) {
    throw new Error("its description is not JSON", { cause });
  }
}

function entryLengthOf(packing: ChunkPacking): number {
  return hashLength + (packing === "none" ? 2 : 4);
}

// The language itself has no encodings; all texts here are ASCII.

function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function asciiText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
}

function hashBytes(hash: string): Uint8Array {
  return Uint8Array.from({ length: hashLength }, (_, at) =>
    Number.parseInt(hash.slice(2 * at, 2 * at + 2), 16),
  );
}

function hashText(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
