// The start programs of shared apps for macOS. Apple's SDK is not there: what is called is declared in their own sysroot.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Architecture } from "../src/contract/target.ts";
import { runtimeMinimum } from "../src/contract/shipped/macos-version.ts";
import { compileOptions, foreignHeaders, run, sourcesIn, sysroots } from "./toolchain.ts";

/** Where the committed starters lie. */
export const starterFolder = resolve(import.meta.dir, "../src/bundler/macos/stub");

const sysroot = resolve(import.meta.dir, "starter-macos/sysroot");
const linkers = join(sysroots, "macos/usr/lib");

/** What the folders hold that the starter is made of. */
export const starterSources = ["starter", "starter-unix", "starter-macos"] as const;

const machines: Readonly<Record<Architecture, string>> = { x64: "x86_64", arm64: "arm64" };

function findLinker(): string | null {
  const name = "ld64.lld";
  const [folder] = existsSync(linkers) ? readdirSync(linkers).filter((one) => one.startsWith("llvm-")) : [];
  return Bun.which(name) ?? (folder === undefined ? null : join(linkers, folder, "bin", name));
}

/** What is missing for a build, or `null`. */
export function missingForStarters(): string | null {
  if (Bun.which("clang") === null) return "needs clang";
  return findLinker() === null ? `needs lld, or ${linkers}: bun stub/build.ts --fetch` : null;
}

/** Builds the starter of one architecture as `<outDir>/starter-<architecture>`. */
export function buildStarter(architecture: Architecture, outDir: string): string {
  const machine = machines[architecture];
  const path = join(outDir, `starter-${architecture}`);
  const work = mkdtempSync(join(tmpdir(), "stub-objects-"));
  const ownHeaders = join(run("clang", ["-print-resource-dir"]).trim(), "include");
  run(
    "clang",
    [
      `--target=${machine}-apple-macos${runtimeMinimum}`,
      ...compileOptions,
      "-Os",
      "-fstack-protector-strong",
      "-ffreestanding",
      "-nostdinc",
      ...foreignHeaders([sysroot, ownHeaders]),
      "-c",
      ...starterSources.flatMap(sourcesIn),
    ],
    work,
  );
  run(findLinker() ?? "ld64.lld", [
    "-arch",
    machine,
    "-platform_version",
    "macos",
    runtimeMinimum,
    runtimeMinimum,
    "-dead_strip",
    "-adhoc_codesign",
    "-S",
    "-x",
    "-o",
    path,
    ...readdirSync(work)
      .toSorted()
      .map((name) => join(work, name)),
    join(sysroot, "libSystem.tbd"),
  ]);
  rmSync(work, { recursive: true });
  return path;
}

/** Downloads the linker that belongs to the compiler. */
export function fetchLinker(): void {
  const [, version] = /version (\d+)/.exec(run("clang", ["--version"])) ?? [];
  const work = mkdtempSync(join(tmpdir(), "stub-sysroot-"));
  run("apt-get", ["download", "-qq", `lld-${version}`], work);
  mkdirSync(linkers, { recursive: true });
  for (const name of readdirSync(work))
    run("dpkg-deb", ["--extract", join(work, name), join(sysroots, "macos")]);
  rmSync(work, { recursive: true });
}
