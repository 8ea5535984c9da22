import { basename, dirname } from "node:path";
import type { BundleConfig, Config, WindowConfig } from "../config.ts";
import {
  nearestManifest,
  readManifest,
  readVersion,
  workspaceRemedy,
} from "../read/package-manifest.ts";
import type { Manifest, WrittenVersion } from "../read/package-manifest.ts";
import { isSemver } from "../../contract/shipped/semver.ts";

/** The version when neither the configuration nor a manifest has one. */
const noVersion = "0.0.0";

/** A checked configuration in which absent derived values are `null`. */
export type SettledConfig = Omit<Config, "package" | "framework"> & {
  readonly package: { readonly productName: string | null; readonly version: string | null };
  readonly framework: Omit<Config["framework"], "windows" | "bundle"> & {
    readonly windows: readonly (Omit<WindowConfig, "title"> & { readonly title: string | null })[];
    readonly bundle: Omit<BundleConfig, "publisher"> & { readonly publisher: string | null };
  };
};

export interface Derived {
  readonly config: Config;
  /** The reason for a missing version; `null`: there is one. */
  readonly versionProblem: { readonly wrong: string; readonly isMistake?: true } | null;
}

/** Fills in the values that are derived from other fields or from a manifest. */
export function deriveValues(settled: SettledConfig, folder: string): Derived {
  const written =
    settled.package.version === null ? null : readVersion(settled.package.version, folder);
  const named = written !== null && "version" in written ? written.manifest : null;
  const nearest = named === null ? nearestManifest(folder) : null;
  const manifest = nearest === null ? named : readManifest(nearest);
  const version = written ?? manifestVersion(manifest, nearest);
  const productName =
    settled.package.productName ?? manifest?.name ?? (basename(dirname(folder)) || "App");
  const { windows, bundle } = settled.framework;
  const config: Config = {
    ...settled,
    package: { productName, version: "version" in version ? version.version : noVersion },
    framework: {
      ...settled.framework,
      windows: windows.map((window) => ({ ...window, title: window.title ?? productName })),
      bundle: {
        ...bundle,
        publisher: bundle.publisher ?? bundle.identifier.split(".")[1] ?? bundle.identifier,
        rpm: { ...bundle.rpm, license: bundle.rpm.license ?? (manifest?.license || null) },
      },
    },
  };
  return { config, versionProblem: "wrong" in version ? version : null };
}

function manifestVersion(manifest: Manifest | null, nearest: string | null): WrittenVersion {
  if (nearest === null)
    return { wrong: "is missing, and there is no package.json to take it from" };
  if (manifest === null)
    return { wrong: `is missing, and "${nearest}" cannot be read as a manifest` };
  const { file, version, lacksWorkspace } = manifest;
  if (lacksWorkspace)
    return {
      wrong: `is missing, and taken from "${file}", ${workspaceRemedy(file)}`,
      isMistake: true,
    };
  if (version === null) return { wrong: `is missing, and "${file}" has none` };
  if (isSemver(version)) return { version, manifest };
  return {
    wrong: `is missing, and the one of "${file}", ${JSON.stringify(version)}, is not a semver version`,
  };
}
