import { availableParallelism } from "node:os";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, zstdCompressSync } from "node:zlib";
import { writeFileLater } from "../../disk/write.ts";
import { fileSource, piecesOf, type FilePart, type Source } from "./source.ts";

/** gzip without the time and the operating system, so that equal input gives equal bytes. */
export function gzip(bytes: Uint8Array): Uint8Array {
  const packed = Bun.gzipSync(bytes as Uint8Array<ArrayBuffer>, {
    level: 9,
    library: "libdeflate",
  });
  // RFC 1952: bytes 4 to 7 are the time, byte 9 is the system (3 is Unix).
  packed.fill(0, 4, 8);
  packed[9] = 3;
  return packed;
}

/** Packs blocks by zstd, each on a thread of its own. */
export function zstdBlocks(level: number): (bytes: Uint8Array) => Promise<Uint8Array> {
  return (bytes) => Bun.zstdCompress(bytes as Uint8Array<ArrayBuffer>, { level });
}

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
function* copiesOf(source: Source, progress: (done: number) => void): Generator<Buffer, void> {
  let done = 0;
  for (const piece of piecesOf(source)) {
    yield Buffer.from(piece);
    done += piece.length;
    progress(done / source.length);
  }
}
