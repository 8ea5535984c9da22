import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Architecture } from "../src/contract/target.ts";

/** Where the committed stubs lie. */
export const stubFolder = resolve(import.meta.dir, "../src/bundler/linux/stub");

/** What is linked with, for each architecture. */
export const sysroots = resolve(import.meta.dir, "../build/stub-sysroot");

export const compilers: Readonly<Record<Architecture, { name: string; kernelHeaders: string[] }>> = {
  x64: { name: "x86_64-linux-gnu-gcc", kernelHeaders: ["/usr/include", "/usr/include/x86_64-linux-gnu"] },
  arm64: { name: "aarch64-linux-gnu-gcc", kernelHeaders: ["/usr/aarch64-linux-gnu/include"] },
};

/** Runs a program to its end, and gives what it wrote. */
export function run(program: string, arguments_: readonly string[], cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, arguments_, { encoding: "utf8", cwd });
  if (status !== 0) throw new Error(`${program} ${arguments_.join(" ")} failed:\n${stderr ?? String(error)}`);
  return stdout;
}

/** What is to be compiled of a folder beside this file. */
export function sourcesIn(folder: string): string[] {
  const path = join(import.meta.dir, folder);
  return readdirSync(path)
    .filter((file) => file.endsWith(".c"))
    .toSorted()
    .map((file) => join(path, file));
}
