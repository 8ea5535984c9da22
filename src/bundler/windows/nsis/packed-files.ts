import type { Architecture } from "../../../contract/target.ts";
import { fileSource, joined, type JoinedSource } from "../../write/source.ts";
import { cut, pieceStarts } from "../../write/xz/cut.ts";
import { codeWays, packingRuntime, xz, type XzOptions } from "../../write/xz/xz.ts";
import type { InstalledFile } from "../payload.ts";
import { bordersOf, sectionsOf, type Section } from "../sections.ts";

// An installer's files, packed by us: concatenated, as one .xz stream. Our NSIS plugin unpacks it.

/** Smaller files are packed together with their neighbours. */
const small = 1 << 20;
/** Larger content is packed in pieces, for several processors. */
const large = 48 << 20;
/** Pieces of code begin at a possible instruction. */
const grain = 16;

/**
 * The compression levels: for machine code, which takes nearly all of the time, and for everything
 * else.
 */
export interface PackingLevels {
  readonly code: readonly string[];
  readonly other: readonly string[];
}

/** Packs files; the result depends only on their bytes, the architecture and the levels. */
export async function packFiles(
  files: readonly InstalledFile[],
  architecture: Architecture,
  { levels, ...options }: XzOptions & { readonly levels: PackingLevels },
): Promise<JoinedSource> {
  const contents = files.map(({ copy }) => fileSource(copy));
  const sections: Section[] = [];
  const ends: number[] = [];
  for (const bytes of contents) {
    const start = ends.at(-1) ?? 0;
    ends.push(start + bytes.length);
    for (const one of sectionsOf(bytes))
      sections.push({ ...one, start: start + one.start, end: start + one.end });
  }
  const borders = [...bordersOf(sections), ...ends].toSorted((one, other) => one - other);
  const parts = cut(joined(contents), cutPlaces(borders));
  const { filter, places } = codeWays[architecture];
  const withWays = parts.map(({ start, bytes }) => {
    const isCode = codeIn(sections, start, start + bytes.length) * 2 > bytes.length;
    return isCode
      ? { bytes, way: [...levels.code, ...filter, ...places], work: packingRuntime }
      : { bytes, way: levels.other };
  });
  return await xz(withWays, options);
}

/** The number of machine code bytes in a range. */
function codeIn(sections: readonly Section[], from: number, to: number): number {
  return sections
    .filter(({ isCode }) => isCode)
    .reduce(
      (sum, { start, end }) => sum + Math.max(Math.min(to, end) - Math.max(from, start), 0),
      0,
    );
}

/**
 * The cuts: large parts that are the same in every build, mainly those of the runtime, are packed
 * once for all of them.
 *
 * @param borders the ends of files and their sections, the last of them at the end of all
 */
export function cutPlaces(borders: readonly number[]): number[] {
  const kept = borders.filter(
    (border, index) =>
      border - (borders[index - 1] ?? 0) >= small ||
      (borders[index + 1] ?? Infinity) - border >= small,
  );
  return kept.flatMap((end, index) => {
    const start = kept[index - 1] ?? 0;
    const count = Math.ceil((end - start) / large);
    return [...pieceStarts(start, end, count, grain), end];
  });
}
