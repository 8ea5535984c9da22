import { dirname, join } from "node:path";
import { nearestAbove } from "../../config/read/ancestors.ts";
import { packageName } from "../project/package-name.ts";
import { readRecord, record } from "../project/json-record.ts";

/** The tools and libraries of front ends, and the packages that show an incomplete move. */
const known = [
  "typescript",
  "vite",
  "webpack",
  "parcel",
  "esbuild",
  "react",
  "next",
  "preact",
  "vue",
  "nuxt",
  "svelte",
  "@sveltejs/kit",
  "solid-js",
  "@solidjs/start",
  "@angular/core",
  "astro",
  "lit",
  "@tauri-apps/api",
  "@tauri-apps/cli",
];

/**
 * The packages of a project that matter to a report, with their versions: the installed version, or
 * the range of the manifest if it is not installed. They include the framework's own package, as
 * the project wants it.
 */
export function frontEndVersions(folder: string): Readonly<Record<string, string>> {
  const manifest = nearestAbove(folder, "package.json");
  if (manifest === null) return {};
  const { dependencies, devDependencies } = readRecord(manifest) ?? {};
  const wanted = { ...record(dependencies), ...record(devDependencies) };
  const names = Object.keys(wanted).filter(
    (name) => known.includes(name) || name === packageName || name.startsWith("framework-plugin-"),
  );
  return Object.fromEntries(
    names
      .toSorted()
      .map((name) => [
        name,
        installedVersion(dirname(manifest), name) ?? `${String(wanted[name])}, not installed`,
      ]),
  );
}

function installedVersion(folder: string, name: string): string | null {
  const manifest = nearestAbove(folder, join("node_modules", name, "package.json"));
  if (manifest === null) return null;
  const { version } = readRecord(manifest) ?? {};
  return typeof version === "string" ? version : null;
}
