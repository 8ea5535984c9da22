import { readFileSync } from "node:fs";
import type { Architecture } from "../../../contract/target.ts";
import { cut } from "../../write/xz/cut.ts";
import { xz, type CodeFilter, type XzOptions } from "../../write/xz/xz.ts";
import type { InstalledFile } from "../payload.ts";
import { sectionBorders } from "../sections.ts";

// What an installer puts there, packed by us: the files end to end, as one .xz stream. Our plugin of NSIS unpacks it.

const filters: Readonly<Record<Architecture, CodeFilter>> = { x64: "BCJ", arm64: "ARM64" };

/** What is smaller is packed together with what lies beside it. */
const small = 1 << 20;
/** What is larger is packed in pieces, for several processors. */
const large = 48 << 20;
/** Pieces of code begin where an instruction can. */
const grain = 16;

/** Packs files; their bytes follow from theirs and the architecture alone. */
export async function packFiles(
  files: readonly InstalledFile[],
  architecture: Architecture,
  options: Omit<XzOptions, "filter">,
): Promise<Buffer> {
  const contents = files.map(({ copy }) => readFileSync(copy));
  let end = 0;
  const borders = contents.flatMap((bytes) => {
    const start = end;
    end += bytes.length;
    return [...sectionBorders(bytes).map((border) => start + border), end];
  });
  const parts = cut(Buffer.concat(contents), cutPlaces(borders));
  return await xz(parts, { ...options, filter: filters[architecture] });
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
    const piece = Math.ceil((end - start) / count / grain) * grain;
    return Array.from({ length: count }, (_, one) => Math.min(start + (one + 1) * piece, end));
  });
}
