import { fstatSync, readFileSync } from "node:fs";
import type { ResolvedConfig } from "../config/index.ts";
import {
  packMagic,
  packTrailerLength,
  type AppSpec,
  type AssetSource,
  type IconFile,
} from "../contract/shipped/pack.ts";
import { readPack, type Pack } from "./pack.ts";
import { packPlace, type PackPlace, type ReadAt } from "./pack-place.ts";

type Spec = AppSpec<ResolvedConfig>;

/** Reads the app spec that `framework dev` wrote beside the app's entry. */
export function readSpecFile(path: string): Spec {
  return JSON.parse(readFileSync(path, "utf8")) as Spec;
}

/**
 * Reads the app spec from behind the running executable (the format: `contract/shipped/pack.ts`).
 * It was checked when the app was built, and is not checked again.
 * @throws Error when there is none: the file was truncated, or changed by a tool that drops unknown
 * data
 */
export function readPackedSpec(pack: Pack): Spec {
  const reason = "the files behind the executable are missing; was it stripped?";
  return readSpec(pack, (read, size) => packPlace(read, size, process.arch), reason);
}

/**
 * The same for a pack in a separate file.
 * @throws Error when it is none
 */
export function readPackFile(pack: Pack): Spec {
  const reason = "it does not hold the app's files; install the app again";
  return readSpec(pack, (_, size) => ({ start: 0, end: size }), reason);
}

/** @param reason the reason for a missing pack */
function readSpec(
  pack: Pack,
  placeOf: (read: ReadAt, size: number) => PackPlace,
  reason: string,
): Spec {
  const { size } = fstatSync(pack.descriptor);
  const read: ReadAt = (position, length) => Buffer.from(readPack(pack, position, length).buffer);
  const { start, end } = placeOf(read, size);
  const trailer = read(Math.max(end - packTrailerLength, 0), packTrailerLength);
  if (trailer.toString("latin1", 16) !== packMagic)
    throw new Error(`Cannot start "${pack.path}": ${reason}`);
  const text = read(start + Number(trailer.readBigUInt64LE(0)), Number(trailer.readBigUInt64LE(8)));
  const spec = JSON.parse(text.toString("utf8")) as Spec;
  return start === 0 ? spec : moved(spec, start);
}

/**
 * The spec of an app whose executable begins later in the file: all offsets of the pack move with
 * it.
 */
function moved(spec: Spec, by: number): Spec {
  const assets = (source: AssetSource): AssetSource => {
    if (source.kind !== "pack") return source;
    const files = Object.entries(source.files).map(([path, file]) => [
      path,
      { ...file, offset: file.offset + by },
    ]);
    return { kind: "pack", files: Object.fromEntries(files) as typeof source.files };
  };
  const icon = (file: IconFile | null): IconFile | null =>
    file?.kind === "pack" ? { ...file, offset: file.offset + by } : file;
  return {
    ...spec,
    assets: assets(spec.assets),
    isolation: spec.isolation === null ? null : assets(spec.isolation),
    icons: { window: icon(spec.icons.window), tray: icon(spec.icons.tray) },
  };
}
