import { createHash } from "node:crypto";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { chunkEnd, longestChunk } from "../contract/shipped/chunking.ts";
import {
  hashLength,
  renderChunkIndex,
  type Chunk,
  type ChunkPacking,
} from "../contract/shipped/chunk-index.ts";
import { writeFile } from "../disk/write.ts";
import { SourceReader, type Source } from "./write/source.ts";

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
export function writeChunks(update: Source, { folder, name, packing }: ChunkOutput): void {
  const chunks: Chunk[] = [];
  const whole = createHash("sha512");
  const packed = function* (): Generator<Uint8Array, void> {
    for (const bytes of chunksOf(update)) {
      const part = packing === "none" ? bytes : smaller(bytes, deflateRawSync(bytes));
      const hash = createHash("sha256")
        .update(bytes)
        .digest()
        .subarray(0, hashLength)
        .toString("hex");
      whole.update(bytes);
      chunks.push({ hash, size: bytes.length, packedSize: part.length });
      yield part;
    }
  };
  writeFile(join(folder, name), packed(), 0o644);
  const sha512 = whole.digest("hex");
  writeFile(
    join(folder, chunkIndexName(name)),
    renderChunkIndex({ sha512, packing, chunks }),
    0o644,
  );
}

/** The bytes in memory at a time, besides the longest chunk. */
const windowLength = 1 << 20;

/** The chunks of a source. A chunk is valid until the next one is read. */
function* chunksOf(source: Source): Generator<Uint8Array, void> {
  using reader = new SourceReader(source);
  const room = Buffer.allocUnsafe(windowLength + longestChunk);
  for (let start = 0; start < source.length;) {
    const window = room.subarray(0, reader.read(start, room));
    const isLast = start + window.length === source.length;
    const last = isLast ? window.length : window.length - longestChunk + 1;
    let at = 0;
    while (at < last) {
      const end = chunkEnd(window, at);
      yield window.subarray(at, end);
      at = end;
    }
    start += at;
  }
}

function smaller(bytes: Uint8Array, packed: Uint8Array): Uint8Array {
  return packed.length < bytes.length ? packed : bytes;
}
