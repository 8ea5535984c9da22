import { limits, readFile } from "../disk/read.ts";
import { pngSize, reasonAgainstIcon, type PixelSize } from "../contract/picture/png.ts";
import { expand } from "./resources.ts";

/** An icon for Linux packages. */
export interface StagedIcon {
  readonly bytes: Uint8Array;
  /** Pixels for a PNG, `null` for an SVG, which has every size. */
  readonly size: PixelSize | null;
}

/** Reads the PNG and SVG icons of `bundle.icon`, in its order; the first of each size is used. */
export function readIcons(folder: string, icons: readonly string[]): StagedIcon[] {
  const bySize = new Map<string, StagedIcon>();
  for (const { source } of icons.flatMap((icon) => expand(folder, icon))) {
    const icon = readIcon(source);
    if (icon === null) continue;
    const key = icon.size === null ? "scalable" : `${icon.size.width}x${icon.size.height}`;
    if (!bySize.has(key)) bySize.set(key, icon);
  }
  return [...bySize.values()];
}

/** The largest square PNG, or else any icon. */
export function largestIcon(icons: readonly StagedIcon[]): StagedIcon | null {
  const squares = icons.filter(
    (icon) => icon.size !== null && icon.size.width === icon.size.height,
  );
  const sorted = squares.sort((one, other) => (other.size?.width ?? 0) - (one.size?.width ?? 0));
  return sorted[0] ?? icons[0] ?? null;
}

/** `null` for the formats of other systems. */
function readIcon(path: string): StagedIcon | null {
  if (/\.svg$/i.test(path)) return { bytes: readFile(path, { limit: limits.picture }), size: null };
  if (!/\.png$/i.test(path)) return null;
  const bytes = readFile(path, { limit: limits.picture });
  const size = pngSize(bytes);
  if (size === null)
    throw new Error(`Cannot use icon "${path}": it must be a PNG file, as its name says`);
  const reason = reasonAgainstIcon(size);
  if (reason !== null) throw new Error(`Cannot use icon "${path}": ${reason}`);
  return { bytes, size };
}
