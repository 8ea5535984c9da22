// The start programs of shared apps for Windows, of stub/starter-windows and what it shares with those for Linux.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { architectures, type Architecture } from "../src/contract/target.ts";
import { compileOptions, foreignHeaders, run, sourcesIn, sysroots } from "./toolchain.ts";

/** Where the committed starters lie. */
export const starterFolder = resolve(import.meta.dir, "../src/bundler/windows/stub");

const sysroot = join(sysroots, "windows");

/**
 * No compiler of Debian makes programs for Windows on ARM64. Each such Windows runs those of 32 bits for x86, and not each
 * those of 64.
 */
const machines: Readonly<Record<Architecture, string>> = {
  x64: "x86_64-w64-mingw32",
  arm64: "i686-w64-mingw32",
};

/** What is missing for a build, or `null`. */
export function missingForStarters(): string | null {
  for (const architecture of architectures) {
    const compiler = `${machines[architecture]}-gcc`;
    if (Bun.which(compiler) === null) return `needs ${compiler}`;
    if (!existsSync(join(sysroot, "usr", machines[architecture], "lib/libz.a")))
      return `needs ${sysroot}: bun stub/build.ts --fetch`;
  }
  return null;
}

/** Builds the starter of one architecture as `<outDir>/starter-<architecture>.exe`. */
export function buildStarter(architecture: Architecture, outDir: string): string {
  const machine = machines[architecture];
  const zlib = join(sysroot, "usr", machine);
  const path = join(outDir, `starter-${architecture}.exe`);
  run(`${machine}-gcc`, [
    ...compileOptions,
    "-Os",
    // A function that was looked up by its name is of another type than its address.
    "-Wno-cast-function-type",
    ...foreignHeaders([join(zlib, "include")]),
    "-mwindows",
    "-s",
    "-Wl,--gc-sections,--no-insert-timestamp",
    "-o",
    path,
    ...sourcesIn("starter"),
    ...sourcesIn("starter-windows"),
    join(zlib, "lib/libz.a"),
    "-ladvapi32",
  ]);
  return path;
}

/** Downloads zlib for the programs of both architectures. */
export function fetchZlib(): void {
  const work = mkdtempSync(join(tmpdir(), "stub-sysroot-"));
  run("apt-get", ["download", "-qq", "libz-mingw-w64-dev"], work);
  mkdirSync(sysroot, { recursive: true });
  for (const name of readdirSync(work)) run("dpkg-deb", ["--extract", join(work, name), sysroot]);
  rmSync(work, { recursive: true });
}
