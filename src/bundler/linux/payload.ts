import type { Architecture } from "../../contract/target.ts";
import type { MakeContext } from "../format-table.ts";
import { zstd } from "../write/compress.ts";
import { cut } from "../write/xz/cut.ts";
import { codeFilters, xz, xzLevels } from "../write/xz/xz.ts";
import { codeOf } from "./elf.ts";

/** The files of a package, packed. */
export interface Payload {
  readonly bytes: Uint8Array;
  readonly kind: "xz" | "zstd";
  /** How hard it was tried, in the words of `kind`. */
  readonly level: number;
}

/**
 * x86's filter is read by every xz since 2009. That for arm64 came with xz 5.4, which Ubuntu 22.04 and RHEL 9 do not have
 * yet, and they can run the app.
 */
const filters: Readonly<Record<Architecture, readonly string[]>> = { x64: [codeFilters.x86], arm64: [] };

/** A page: what the compiler writes about the app at the beginning of the executable is not longer. */
const headLength = 4096;

const quickLevel = 3;
/** What `xzLevels.small` is. */
const xzLevel = 7;

/** Packs an archive that holds the app's executable as it is. */
export async function packPayload(
  archive: Buffer,
  architecture: Architecture,
  { executable, effort, store, progress }: MakeContext,
): Promise<Payload> {
  if (effort === "quick") return { bytes: zstd(archive, quickLevel), kind: "zstd", level: quickLevel };
  const parts = cut(archive, executableParts(archive, executable()));
  const way = [...xzLevels.small, ...filters[architecture]];
  const bytes = await xz(
    parts.map((part) => ({ bytes: part, way })),
    { store, progress },
  );
  return { bytes, kind: "xz", level: xzLevel };
}

/**
 * Where to cut: what is the runtime's alone, so that it is packed once for all builds, and its code, by far the longest part, in
 * two halves, for two processors.
 */
function executableParts(archive: Buffer, bytes: Uint8Array): number[] {
  const executable = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const at = archive.indexOf(executable.subarray(0, headLength));
  const code = codeOf(executable);
  if (at < 0 || code === null) return [];
  const { start, end } = code;
  return [headLength, start, Math.floor((start + end) / 2), end].map((place) => at + place);
}
