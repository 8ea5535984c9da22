import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { architectures, type Architecture } from "../../../src/contract/target.ts";
import { buildStarter, missingForStarters, starterFolder } from "../../../stub/starter-windows.ts";
import { committedPrograms } from "../committed-programs.ts";

const committed = (architecture: Architecture): Buffer =>
  readFileSync(join(starterFolder, `starter-${architecture}.exe`));

/** The kind of processor that a program of Windows is for. */
function machineOf(program: Buffer): number {
  return program.readUInt16LE(program.readUInt32LE(0x3c) + 4);
}

const x64 = 0x8664;
const x86 = 0x14c;

test("starters are for the processor, and for each ARM64 by way of x86", () => {
  expect(architectures.map((architecture) => [architecture, machineOf(committed(architecture))])).toEqual([
    ["x64", x64],
    ["arm64", x86],
  ]);
});

test("a starter takes nothing from libraries but what Windows never looks for beside it", () => {
  for (const architecture of architectures) {
    const names = committed(architecture)
      .toString("latin1")
      .match(/[A-Za-z0-9_-]+\.dll\0/g);
    // The compiler's, which it looks for among those that are there already.
    const taken = new Set(names?.filter((name) => !name.startsWith("libgcc")));
    expect([...taken].toSorted()).toEqual(["ADVAPI32.dll\0", "KERNEL32.dll\0", "msvcrt.dll\0"]);
  }
});

committedPrograms("starters for Windows", {
  kinds: architectures,
  folder: starterFolder,
  build: buildStarter,
  missing: missingForStarters(),
});
