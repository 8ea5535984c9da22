import { createHash } from "node:crypto";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { chunkEnd } from "../contract/shipped/chunking.ts";
import {
  hashLength,
  renderChunkIndex,
  type Chunk,
  type ChunkPacking,
} from "../contract/shipped/chunk-index.ts";
import { writeFile } from "../disk/write.ts";

/** The name of a chunk file's index. */
export function chunkIndexName(chunkFile: string): string {
  return `${chunkFile}.index`;
}

export interface ChunkOutput {
  readonly folder: string;
  /** The chunk file. */
  readonly name: string;
  readonly packing: ChunkPacking;
}

/**
 * Writes the chunks of an update, and their index (the format: `contract/shipped/chunk-index.ts`).
 */
export function writeChunks(update: Uint8Array, { folder, name, packing }: ChunkOutput): void {
  const chunks: Chunk[] = [];
  const parts: Uint8Array[] = [];
  for (let at = 0; at < update.length;) {
    const end = chunkEnd(update, at);
    const bytes = update.subarray(at, end);
    const packed = packing === "none" ? bytes : smaller(bytes, deflateRawSync(bytes));
    const hash = createHash("sha256")
      .update(bytes)
      .digest()
      .subarray(0, hashLength)
      .toString("hex");
    chunks.push({ hash, size: bytes.length, packedSize: packed.length });
    parts.push(packed);
    at = end;
  }
  const sha512 = createHash("sha512").update(update).digest("hex");
  writeFile(join(folder, name), packing === "none" ? update : Buffer.concat(parts), 0o644);
  writeFile(
    join(folder, chunkIndexName(name)),
    renderChunkIndex({ sha512, packing, chunks }),
    0o644,
  );
}

function smaller(bytes: Uint8Array, packed: Uint8Array): Uint8Array {
  return packed.length < bytes.length ? packed : bytes;
}
