import { readText } from "../../disk/read.ts";
import type { Architecture } from "../../contract/target.ts";
import { publishedTime } from "../runtime/published-runtimes.ts";
import type { FileEntry } from "../write/entries.ts";
import { fileSource, type FilePart } from "../write/source.ts";
import type { LinuxApp } from "./linux-app.ts";

// The shared runtime, as a package that apps depend on. Each version has a name of its own, so that
// several can be installed side by side. Builds of one version produce the same package: it
// contains nothing of the app.

/** The package's data for both formats. */
export interface RuntimePackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: Architecture;
  readonly maintainer: string;
  readonly homepage: string;
  readonly license: string;
  readonly licenseText: string;
  /** One line. */
  readonly summary: string;
  readonly description: string;
  readonly time: number;
  /** The runtime on this machine. */
  readonly executable: string;
}

/** The path of a version of the runtime, from the root. */
export function runtimePath(version: string): string {
  return `usr/lib/framework-runtime/${version}/bun`;
}

/** The package that a staged app depends on; `null`: it has its own runtime. */
export function runtimePackage({ shared, target }: LinuxApp): RuntimePackage | null {
  if (shared === null) return null;
  const { version, executable } = shared;
  const name = `framework-runtime-${version}`;
  return {
    name,
    version,
    architecture: target.architecture,
    // No particular person: all app makers produce it alike.
    maintainer: "Makers of apps on framework <framework-runtime@packages.invalid>",
    homepage: "https://bun.com",
    license: "MIT AND LGPL-2.0-or-later",
    licenseText: readText(new URL("../runtime/license.txt", import.meta.url)),
    summary: `JavaScript runtime that desktop applications share, version ${version}`,
    description:
      "Applications that were made with framework and carry no runtime of their own run on it. It is no command, and nothing else needs it.",
    time: publishedTime,
    executable,
  };
}

/** The only file that matters. */
export function runtimeEntry({ version, executable }: RuntimePackage): FileEntry<FilePart> {
  return { kind: "file", path: runtimePath(version), mode: 0o755, bytes: fileSource(executable) };
}
