import type { BundleType, SystemOf } from "../contract/shipped/bundle-types.ts";
import type { System } from "../contract/target.ts";
import { addSources, namesOf, type FormatRow, type FormatTable } from "./format-table.ts";
import { appImageFileName, makeAppImage, missingForAppImage } from "./linux/appimage.ts";
import { debFileNames, makeDebs } from "./linux/deb.ts";
import { makeRpms, rpmFileNames } from "./linux/rpm.ts";
import { makeUpdaterArchives, updaterArchiveNames } from "./linux/updater-archive.ts";
import { appBundleName, makeAppBundle } from "./macos/app-bundle.ts";
import { dmgFileName, makeDmg } from "./macos/dmg/dmg.ts";
import { macUpdaterArchiveNames, makeMacUpdaterArchive } from "./macos/updater-archive.ts";
import type { StagedApps } from "./staged-app.ts";
import { makeMsi, msiFileNames } from "./windows/msi/msi.ts";
import { missingForMsi } from "./windows/msi/version.ts";
import { makeNsis, missingForNsis, nsisFileName } from "./windows/nsis/nsis.ts";
import {
  makeWindowsUpdaterArchive,
  windowsUpdaterArchiveNames,
} from "./windows/updater-archive.ts";

/** A bundle type may appear only under the systems that `bundleTypes` names for it. */
type Rows = {
  readonly [T in BundleType]?: {
    readonly [S in SystemOf<T>]?: FormatRow<StagedApps[S], BundleType>;
  };
};

/**
 * The format table: the bundle types in the order they are made, with their implementation per
 * system.
 */
export const formats = {
  deb: { linux: { names: debFileNames, make: makeDebs } },
  rpm: { linux: { names: rpmFileNames, make: makeRpms } },
  appimage: {
    linux: {
      names: (app) => [appImageFileName(app)],
      missing: missingForAppImage,
      make: makeAppImage,
    },
  },
  msi: { windows: { names: msiFileNames, missing: missingForMsi, make: makeMsi } },
  nsis: {
    windows: {
      names: (app) => [nsisFileName(app)],
      missing: missingForNsis,
      make: makeNsis,
    },
  },
  app: { macos: { names: (app) => [appBundleName(app)], make: makeAppBundle } },
  dmg: { macos: { from: ["app"], names: (app) => [dmgFileName(app)], make: makeDmg } },
  updater: {
    linux: {
      from: ["appimage"],
      names: (_, sources) => sources.flatMap(updaterArchiveNames),
      make: makeUpdaterArchives,
    },
    windows: {
      from: ["nsis", "msi"],
      names: (_, sources) => windowsUpdaterArchiveNames(sources),
      make: makeWindowsUpdaterArchive,
    },
    macos: {
      from: ["app"],
      names: macUpdaterArchiveNames,
      make: makeMacUpdaterArchive,
    },
  },
} as const satisfies Rows;

export type Format = keyof typeof formats;

const table: FormatTable<Format> = formats;

export const formatNames: readonly Format[] = namesOf(table);

/** Adds the sources of the given formats; all of them in the order of the table. */
export function withSources(wanted: readonly Format[], system: System): Format[] {
  return addSources(table, wanted, { system });
}

/** The formats that the packages of a system can have. */
export function formatsOf(system: System): Format[] {
  return formatNames.filter((name) => table[name][system] !== undefined);
}
