import { availableParallelism } from "node:os";
import { pipeline } from "node:stream/promises";
import {
  constants,
  createDeflateRaw,
  createGzip,
  createZstdCompress,
  deflateRawSync,
  zstdCompressSync,
} from "node:zlib";
import { setMode, writeFile, writeFileLater } from "../../disk/write.ts";
import { fileSource, piecesOf, readSource, type FilePart, type Source } from "./source.ts";

/** gzip without the time and the operating system, so that equal input gives equal bytes. */
export function gzip(bytes: Uint8Array): Uint8Array {
  const packed = Bun.gzipSync(bytes as Uint8Array<ArrayBuffer>, {
    level: 9,
    library: "libdeflate",
  });
  clearHeader(packed);
  return packed;
}

/** Longer content is packed from disk to disk, in more time: in memory it would be twice. */
export const longestInMemory = 160 << 20;

/** gzip to a file. */
export async function gzipToFile(source: Source, path: string): Promise<void> {
  if (source.length <= longestInMemory) {
    writeFile(path, gzip(readSource(source)), 0o644);
    return;
  }
  await pipeline(copiesOf(source), createGzip({ level: 9 }), (packed: AsyncIterable<Buffer>) =>
    writeFileLater(path, withPlainHeader(packed)),
  );
  setMode(path, 0o644);
}

async function* withPlainHeader(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let isFirst = true;
  for await (const piece of packed) {
    if (isFirst) clearHeader(piece);
    isFirst = false;
    yield piece;
  }
}

/** RFC 1952: bytes 4 to 7 are the time, byte 9 is the system (3 is Unix). */
function clearHeader(packed: Uint8Array): void {
  packed.fill(0, 4, 8);
  packed[9] = 3;
}

/** Deflates a content. @param path the file of content that is long */
export async function deflateTo(source: Source, path: string): Promise<Source> {
  if (source.length <= longestInMemory) return deflateRawSync(readSource(source));
  await pipeline(copiesOf(source), createDeflateRaw(), (packed: AsyncIterable<Buffer>) =>
    writeFileLater(path, packed),
  );
  return fileSource(path);
}

/**
 * Packs blocks by zstd, each on a thread of its own. A block that the quickest level cannot make
 * smaller is returned as it is: the other levels would only take their time.
 */
export function zstdBlocks(level: number): (bytes: Uint8Array) => Promise<Uint8Array> {
  return async (bytes) => {
    const isWorthLooking = level > 1 && bytes.length >= 1 << 16;
    return isWorthLooking && (await isNoise(bytes)) ? bytes : zstdBlock(bytes, level);
  };
}

/** Content that keeps this share of its size at zstd's quickest level cannot be compressed. */
const minShare = 0.97;

/** Whether no packer makes content smaller: it is noise, or compressed already. */
export async function isNoise(bytes: Uint8Array): Promise<boolean> {
  return (await zstdBlock(bytes, 1)).length > bytes.length * minShare;
}

const zstdBlock = (bytes: Uint8Array, level: number): Promise<Uint8Array> =>
  Bun.zstdCompress(bytes as Uint8Array<ArrayBuffer>, { level });

/**
 * zstd in one frame: dpkg-deb reads only the first. The bytes do not depend on the number of
 * workers, if there is at least one; without workers they differ. It blocks: with workers the
 * asynchronous functions of Bun 1.4.5 end before everything is written.
 */
export function zstd(bytes: Uint8Array, level: number): Uint8Array {
  return zstdCompressSync(bytes, {
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_nbWorkers]: Math.max(1, availableParallelism()),
    },
  });
}

/** The same without workers, from disk to disk. `progress` may throw to stop it. */
export async function zstdToFile(
  source: Source,
  path: string,
  { level, progress }: { readonly level: number; readonly progress: (done: number) => void },
): Promise<FilePart> {
  await pipeline(
    copiesOf(source, progress),
    createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: level } }),
    (packed: AsyncIterable<Uint8Array>) => writeFileLater(path, packed),
  );
  return fileSource(path);
}

/** The pieces of a source. They stay valid, because a stream reads several in advance. */
function* copiesOf(source: Source, progress?: (done: number) => void): Generator<Buffer, void> {
  let done = 0;
  for (const piece of piecesOf(source)) {
    yield Buffer.from(piece);
    done += piece.length;
    progress?.(done / source.length);
  }
}
