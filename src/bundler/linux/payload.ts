import { join } from "node:path";
import type { Architecture } from "../../contract/target.ts";
import type { MakeContext } from "../format-table.ts";
import { longestInMemory, zstd, zstdToFile } from "../write/compress.ts";
import type { Content } from "../write/entries.ts";
import { readSource, slice, type JoinedSource, type Source } from "../write/source.ts";
import { cut, pieceStarts } from "../write/xz/cut.ts";
import { codeWays, packingRuntime, xz, xzLevels, type XzPart } from "../write/xz/xz.ts";
import { codeOf } from "./elf.ts";

/** The packed files of a package. */
export interface Payload {
  readonly bytes: Source;
  readonly kind: "xz" | "zstd";
  /** The compression level, in the terms of `kind`. */
  readonly level: number;
}

/**
 * Every xz since 2009 reads the x86 filter. That for arm64 came with xz 5.4, which Ubuntu 22.04 and
 * RHEL 9 lack, and they can run the app.
 */
const codeWay: Readonly<Record<Architecture, readonly string[]>> = {
  x64: [...xzLevels.brisk, ...codeWays.x64.filter, ...codeWays.x64.places],
  arm64: [...xzLevels.brisk, ...codeWays.arm64.places],
};

/** For packages without machine code, whose texts are not aligned. */
const textWay = [...xzLevels.small, "-mpb=0"];

/** Longer content, such as an app's own files, is packed in pieces, on several processors. */
const longest = 256 << 20;

/** A page: the compiler's data about the app at the beginning of the executable is not longer. */
const headLength = 4096;

/** Machine code that is longer is packed in pieces: that of a runtime, in two. */
const longestCode = 48 << 20;
/** Pieces of code begin where an instruction can. */
const codeGrain = 16;

const quickLevel = 3;
/** The level of `xzLevels.small`. */
const xzLevel = 7;

/** Packs an archive that contains the app's executable uncompressed. */
export async function packPayload(
  archive: JoinedSource,
  architecture: Architecture,
  executable: Content,
  { folder, effort, store, progress }: MakeContext,
): Promise<Payload> {
  if (effort === "quick") {
    // Bun 1.4.5 has no multithreaded stream that ends correctly.
    const bytes =
      archive.length <= longestInMemory
        ? zstd(readSource(archive), quickLevel)
        : await zstdToFile(archive, join(folder, "payload.zst"), { level: quickLevel, progress });
    return { bytes, kind: "zstd", level: quickLevel };
  }
  const parts = partsOf(archive, executable, codeWay[architecture]);
  return { bytes: await xz(parts, { store, folder, progress }), kind: "xz", level: xzLevel };
}

/** Cut at the borders of the runtime's own parts, so that each is packed once for all builds. */
function partsOf(archive: JoinedSource, executable: Content, way: readonly string[]): XzPart[] {
  const index = archive.parts.indexOf(executable);
  const at =
    index < 0 ? -1 : archive.parts.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  const head = readSource(slice(executable, 0, Math.min(headLength, executable.length)));
  const code = codeOf(Buffer.from(head.buffer, head.byteOffset, head.length));
  if (at < 0 || code === null)
    return cut(archive, withPieces([], archive.length)).map(({ bytes: piece }) => ({
      bytes: piece,
      way: textWay,
    }));
  const codeStart = at + code.start;
  const codeEnd = at + code.end;
  // The code is by far the longest part. Two pieces make a package 1 % larger, as what is repeated
  // lies far apart, and two processors pack them in two thirds of the time.
  const pieces = Math.ceil((codeEnd - codeStart) / longestCode);
  const places = [
    at + headLength,
    codeStart,
    ...pieceStarts(codeStart, codeEnd, pieces, codeGrain),
    codeEnd,
  ];
  return cut(archive, withPieces(places, archive.length)).map((piece) =>
    piece.start >= codeStart && piece.start < codeEnd
      ? { bytes: piece.bytes, way, work: packingRuntime }
      : { bytes: piece.bytes, way: xzLevels.small },
  );
}

/** Adds cuts to the given ones, so that no part is too long. */
export function withPieces(places: readonly number[], end: number): number[] {
  const starts = [0, ...places];
  return starts
    .flatMap((start, index) => {
      const next = starts[index + 1] ?? end;
      return [start, ...pieceStarts(start, next, Math.ceil((next - start) / longest))];
    })
    .slice(1);
}
