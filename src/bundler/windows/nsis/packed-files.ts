import { readFileSync } from "node:fs";
import type { Architecture } from "../../../contract/target.ts";
import { cut } from "../../write/xz/cut.ts";
import { codeFilters, xz, type XzOptions } from "../../write/xz/xz.ts";
import type { InstalledFile } from "../payload.ts";
import { bordersOf, sectionsOf, type Section } from "../sections.ts";

// What an installer puts there, packed by us: the files end to end, as one .xz stream. Our plugin of NSIS unpacks it.

/** Instructions of x86 are of any length: they have no places where they begin, and what came just before tells more of them. */
const codeWays: Readonly<Record<Architecture, readonly string[]>> = {
  x64: [codeFilters.x86, "-mlc=4", "-mpb=0"],
  arm64: [codeFilters.arm64],
};

/** What is smaller is packed together with what lies beside it. */
const small = 1 << 20;
/** What is larger is packed in pieces, for several processors. */
const large = 48 << 20;
/** Pieces of code begin where an instruction can. */
const grain = 16;

/** How hard it is tried: for machine code, which takes nearly all of the time, and for all else. */
export interface PackingLevels {
  readonly code: readonly string[];
  readonly other: readonly string[];
}

/** Packs files; their bytes follow from theirs, the architecture and the levels alone. */
export async function packFiles(
  files: readonly InstalledFile[],
  architecture: Architecture,
  { levels, ...options }: XzOptions & { readonly levels: PackingLevels },
): Promise<Buffer> {
  const contents = files.map(({ copy }) => readFileSync(copy));
  const sections: Section[] = [];
  const ends: number[] = [];
  for (const bytes of contents) {
    const start = ends.at(-1) ?? 0;
    ends.push(start + bytes.length);
    for (const one of sectionsOf(bytes))
      sections.push({ ...one, start: start + one.start, end: start + one.end });
  }
  const borders = [...bordersOf(sections), ...ends].toSorted((one, other) => one - other);
  const parts = cut(Buffer.concat(contents), cutPlaces(borders));
  let end = 0;
  const withWays = parts.map((bytes) => {
    const start = end;
    end += bytes.length;
    const isCode = codeIn(sections, start, end) * 2 > bytes.length;
    return { bytes, way: isCode ? [...levels.code, ...codeWays[architecture]] : levels.other };
  });
  return await xz(withWays, options);
}

/** How many bytes of a range are machine code. */
function codeIn(sections: readonly Section[], from: number, to: number): number {
  return sections
    .filter(({ isCode }) => isCode)
    .reduce((sum, { start, end }) => sum + Math.max(Math.min(to, end) - Math.max(from, start), 0), 0);
}

/**
 * Where to cut: what is large and the same in every build, the parts of the runtime above all, is packed once for all of them.
 *
 * @param borders where files and their sections end, the last of them at the end of all
 */
export function cutPlaces(borders: readonly number[]): number[] {
  const kept = borders.filter(
    (border, index) =>
      border - (borders[index - 1] ?? 0) >= small || (borders[index + 1] ?? Infinity) - border >= small,
  );
  return kept.flatMap((end, index) => {
    const start = kept[index - 1] ?? 0;
    const count = Math.ceil((end - start) / large);
    return Array.from({ length: count }, (_, one) =>
      one + 1 === count ? end : start + Math.round(((end - start) * firstOf(one + 1, count)) / grain) * grain,
    );
  });
}

/**
 * How much of all the first pieces are. Each is smaller than the one before, down to nine parts where the first has eleven: who
 * has packed the last has time for the rest of an executable while the others still pack theirs.
 */
function firstOf(pieces: number, count: number): number {
  return pieces / count + (0.1 / count) * (pieces - (pieces * (pieces - 1)) / Math.max(count - 1, 1));
}
