import type { System } from "../contract/target.ts";
import { appImageFileName, makeAppImage, missingForAppImage } from "./linux/appimage.ts";
import { debFileName, makeDeb } from "./linux/deb.ts";
import { makeRpm, rpmFileName } from "./linux/rpm.ts";
import { makeUpdaterArchive, updaterArchiveFileName } from "./linux/updater-archive.ts";
import type { StagedApp } from "./staged-app.ts";

/** What a format is given besides the staged app. */
export interface MakeContext {
  /** The bytes of the app's executable. */
  readonly executable: Uint8Array;
  /** The bytes of the package it is made from; none for a format that is made from the app itself. */
  readonly source: Uint8Array;
  /** Of zstd compression, 1 to 22. */
  readonly level: number;
}

export interface FormatRow {
  readonly system: System;
  /** The format whose package it is made from. */
  readonly from?: string;
  fileName(staged: StagedApp): string;
  /** Names what is missing for this format, or `null`. */
  missing(staged: StagedApp): string | null;
  make(staged: StagedApp, context: MakeContext): Uint8Array | Promise<Uint8Array>;
  /** Permission bits of the file. */
  readonly mode: number;
}

/** THE FORMAT TABLE: every kind of package, in the order they are made. */
export const formats = {
  deb: { system: "linux", fileName: debFileName, missing: () => null, make: makeDeb, mode: 0o644 },
  rpm: { system: "linux", fileName: rpmFileName, missing: () => null, make: makeRpm, mode: 0o644 },
  appimage: {
    system: "linux",
    fileName: appImageFileName,
    missing: missingForAppImage,
    make: makeAppImage,
    mode: 0o755,
  },
  updater: {
    system: "linux",
    from: "appimage",
    fileName: updaterArchiveFileName,
    missing: () => null,
    make: makeUpdaterArchive,
    mode: 0o644,
  },
} as const satisfies Record<string, FormatRow>;

export type Format = keyof typeof formats;

export const formatNames = Object.keys(formats) as readonly Format[];

/** Adds the formats that the given ones are made from; all of them in the order of the table. */
export function withSources(wanted: readonly Format[]): Format[] {
  const all = new Set<string>(wanted);
  for (const format of all) {
    const { from }: FormatRow = formats[format as Format];
    if (from !== undefined) all.add(from);
  }
  return formatNames.filter((format) => all.has(format));
}

/** The formats that the packages of a system can have. */
export function formatsOf(system: System): Format[] {
  return formatNames.filter((name) => formats[name].system === system);
}
