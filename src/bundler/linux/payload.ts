import type { Architecture } from "../../contract/target.ts";
import type { MakeContext } from "../format-table.ts";
import { zstd } from "../write/compress.ts";
import type { Content } from "../write/entries.ts";
import { readSource, slice, type JoinedSource, type Source } from "../write/source.ts";
import { cut, pieceStarts } from "../write/xz/cut.ts";
import { codeWays, packingRuntime, xz, xzLevels, type XzPart } from "../write/xz/xz.ts";
import { codeOf } from "./elf.ts";

/** The files of a package, packed. */
export interface Payload {
  readonly bytes: Source;
  readonly kind: "xz" | "zstd";
  /** How hard it was tried, in the words of `kind`. */
  readonly level: number;
}

/**
 * x86's filter is read by every xz since 2009. That for arm64 came with xz 5.4, which Ubuntu 22.04
 * and RHEL 9 do not have yet, and they can run the app.
 */
const codeWay: Readonly<Record<Architecture, readonly string[]>> = {
  x64: [...xzLevels.brisk, ...codeWays.x64.filter, ...codeWays.x64.places],
  arm64: [...xzLevels.brisk, ...codeWays.arm64.places],
};

/** Of packages without machine code, whose texts begin anywhere. */
const textWay = [...xzLevels.small, "-mpb=0"];

/**
 * What is longer, as an app's own files may be, is packed in pieces: by all processors, and no
 * thread is handed 2 GB.
 */
const longest = 256 << 20;

/**
 * A page: what the compiler writes about the app at the beginning of the executable is not longer.
 */
const headLength = 4096;

const codePieces = 2;
/** Pieces of code begin where an instruction can. */
const codeGrain = 16;

const quickLevel = 3;
/** What `xzLevels.small` is. */
const xzLevel = 7;

/** Packs an archive that holds the app's executable as it is. */
export async function packPayload(
  archive: JoinedSource,
  architecture: Architecture,
  executable: Content,
  { folder, effort, store, progress }: MakeContext,
): Promise<Payload> {
  // One frame is packed in one go: Bun 1.4.4 has no stream for it that uses several threads and
  // ends well.
  if (effort === "quick")
    return { bytes: zstd(readSource(archive), quickLevel), kind: "zstd", level: quickLevel };
  const parts = partsOf(archive, executable, codeWay[architecture]);
  return { bytes: await xz(parts, { store, folder, progress }), kind: "xz", level: xzLevel };
}

/**
 * Cut where something begins or ends that is the runtime's alone, so that it is packed once for all
 * builds.
 */
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
  const places = [
    at + headLength,
    codeStart,
    ...pieceStarts(codeStart, codeEnd, codePieces, codeGrain),
    codeEnd,
  ];
  return cut(archive, withPieces(places, archive.length)).map((piece) =>
    piece.start >= codeStart && piece.start < codeEnd
      ? { bytes: piece.bytes, way, work: packingRuntime }
      : { bytes: piece.bytes, way: xzLevels.small },
  );
}

/** Adds places to those at which bytes are cut, so that no part is too long. */
export function withPieces(places: readonly number[], end: number): number[] {
  const starts = [0, ...places];
  return starts
    .flatMap((start, index) => {
      const next = starts[index + 1] ?? end;
      return [start, ...pieceStarts(start, next, Math.ceil((next - start) / longest))];
    })
    .slice(1);
}
