import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Architecture } from "../src/contract/target.ts";

/** The folder of the committed stubs. */
export const stubFolder = resolve(import.meta.dir, "../src/bundler/linux/stub");

/** The libraries to link with, for each architecture. */
export const sysroots = resolve(import.meta.dir, "../build/stub-sysroot");

export const compilers: Readonly<Record<Architecture, { name: string; kernelHeaders: string[] }>> =
  {
    x64: {
      name: "x86_64-linux-gnu-gcc",
      kernelHeaders: ["/usr/include", "/usr/include/x86_64-linux-gnu"],
    },
    arm64: { name: "aarch64-linux-gnu-gcc", kernelHeaders: ["/usr/aarch64-linux-gnu/include"] },
  };

/**
 * The common compile options of our programs. Each chooses its own optimisation for size or speed.
 */
export const compileOptions = [
  "-std=gnu11",
  "-Wall",
  "-Wextra",
  "-Werror",
  "-ffunction-sections",
  "-fno-asynchronous-unwind-tables",
] as const;

/** Options for foreign headers, whose warnings do not concern us. */
export function foreignHeaders(folders: readonly string[]): string[] {
  return folders.flatMap((folder) => ["-isystem", folder]);
}

/** Options for headers from these folders alone, but for the compiler's own and the kernel's. */
export function onlyHeaders(architecture: Architecture, folders: readonly string[]): string[] {
  const { name, kernelHeaders } = compilers[architecture];
  const own = run(name, ["-print-file-name=include"]).trim();
  return [
    "-nostdinc",
    ...foreignHeaders([own, ...folders]),
    ...kernelHeaders.flatMap((folder) => ["-idirafter", folder]),
  ];
}

/**
 * Options for apt-get, by which it keeps its state and downloads in an empty folder, and not in the
 * machine's.
 */
export function aptIn(folder: string, more: readonly string[]): string[] {
  for (const name of ["lists/partial", "archives/partial"])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "status"), "");
  return [
    `Dir::State::Lists=${join(folder, "lists")}`,
    `Dir::State::Status=${join(folder, "status")}`,
    `Dir::Cache=${folder}`,
    ...more,
  ].flatMap((option) => ["-o", option]);
}

/** Runs a program to its end, and returns its output. */
export function run(program: string, arguments_: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, arguments_, {
    encoding: "utf8",
    cwd,
  });
  if (status !== 0)
    throw new Error(`${program} ${arguments_.join(" ")} failed:\n${stderr ?? String(error)}`);
  return stdout;
}

/** The sources to compile in a folder beside this file. */
export function sourcesIn(folder: string): string[] {
  const path = join(import.meta.dir, folder);
  return readdirSync(path)
    .filter((file) => file.endsWith(".c"))
    .toSorted()
    .map((file) => join(path, file));
}
