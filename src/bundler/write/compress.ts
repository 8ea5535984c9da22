import { availableParallelism } from "node:os";
import { constants, zstdCompressSync } from "node:zlib";

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
 * asynchronous function of Bun 1.4.4 ends before everything is written.
 */
export function zstd(bytes: Uint8Array, level: number): Uint8Array {
  return zstdCompressSync(bytes, {
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_nbWorkers]: Math.max(1, availableParallelism()),
    },
  });
}
