// Executables by the rules of Windows' loader, since Wine starts more than Windows does.

import { describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { tempDir } from "../../../harness/temp-dir.ts";
import { windowsBun } from "../../../harness/wine-prefix.ts";
import { brandExecutable, type ExecutableFacts } from "../../../src/bundler/windows/executable.ts";
import { architectures } from "../../../src/contract/target.ts";
import { liefProblems, missingLief } from "../../support/loader/lief.ts";
import { WindowsImage } from "../../support/loader/windows-image.ts";
import { loaderProblems } from "../../support/loader/windows-loader.ts";
import { root } from "../../support/app/display-app.ts";
import { largeIcon } from "./resources.ts";

const stubs = join(root, "src/bundler/windows/stub");
const committed = [...new Bun.Glob("**/*.{exe,dll}").scanSync(stubs)]
  .map((path) => join(stubs, path))
  .toSorted();
const library = join(stubs, "amd64-unicode/payload.dll");

const facts: ExecutableFacts = {
  productName: "Greeter",
  version: "1.2.3",
  publisher: "example",
  description: "Greets",
  copyright: null,
  fileName: "Greeter.exe",
  icon: null,
};

test("Windows loads what is committed for its packages", () => {
  expect(committed.map((path) => [basename(path), loaderProblems(readFileSync(path))])).toEqual(
    committed.map((path) => [basename(path), []]),
  );
  expect(committed.length).toBeGreaterThan(1);
});

test.skipIf(missingLief !== null)(`LIEF agrees (${missingLief ?? "LIEF found"})`, () => {
  expect(liefProblems("PE", ...committed)).toEqual(committed.map(() => ""));
});

const bodies = architectures.map(
  (architecture) => [architecture, windowsBun(architecture)] as const,
);
for (const [architecture, path] of bodies) {
  const skip = path === null ? `needs Bun for Windows on ${architecture}; see tools/wine.ts` : null;
  describe.skipIf(skip !== null)(
    `Bun with the resources of an app, ${architecture} (${skip ?? "found"})`,
    () => {
      test.each([
        ["fewer than its own", facts],
        ["more than its own", { ...facts, icon: largeIcon }],
        ["a long text", { ...facts, description: "d".repeat(30_000) }],
      ] as const)("is loaded with %s", (_, app) => {
        using folder = tempDir();
        const file = join(folder.path, "app.exe");
        const bytes = Buffer.from(brandExecutable(readFileSync(path ?? ""), app));
        expect(loaderProblems(bytes)).toEqual([]);
        writeFileSync(file, bytes);
        if (missingLief === null) expect(liefProblems("PE", file)).toEqual([""]);
      });
    },
  );
}

test("a program that has had no resources is loaded with them, also when they shrink again", () => {
  const large = brandExecutable(readFileSync(library), { ...facts, icon: largeIcon });
  expect(loaderProblems(Buffer.from(large))).toEqual([]);
  const small = brandExecutable(large, facts);
  expect(loaderProblems(Buffer.from(small))).toEqual([]);
  expect([large.length > 400_000, small.length < 100_000]).toEqual([true, true]);
});

/** The place of a section's row in the table. */
function rowOf(file: Buffer, name: string): number {
  const image = new WindowsImage(file);
  const index = image.sections.findIndex((section) => section.name === name);
  return image.endOfHeaders - 40 * (image.sections.length - index);
}

const optional = (file: Buffer): number => file.readUInt32LE(0x3c) + 24;
const add = (file: Buffer, at: number, value: number): number =>
  file.writeUInt32LE(file.readUInt32LE(at) + value, at);

test.each([
  ["another beginning", (file: Buffer) => file.write("NE"), "begin with MZ"],
  ["no PE", (file) => file.write("NE", file.readUInt32LE(0x3c)), "must lead to PE"],
  ["another machine", (file) => file.writeUInt16LE(0x14c, optional(file) - 20), "machine 0x14c"],
  [
    "a gap between sections",
    (file) => add(file, rowOf(file, ".edata") + 12, 0x1000),
    '".edata": its address',
  ],
  [
    "a section over another",
    (file) => add(file, rowOf(file, ".edata") + 12, -0x1000),
    '".edata": its address',
  ],
  [
    "a section that grew",
    (file) => add(file, rowOf(file, ".rdata") + 8, 0x1000),
    '".bss": its address',
  ],
  ["too small an image", (file) => add(file, optional(file) + 56, -0x1000), "SizeOfImage"],
  ["too large an image", (file) => add(file, optional(file) + 56, 0x1000), "SizeOfImage"],
  ["too small headers", (file) => file.writeUInt32LE(0x200, optional(file) + 60), "SizeOfHeaders"],
  [
    "a place in the file that is not aligned",
    (file) => add(file, rowOf(file, ".edata") + 20, 4),
    "FileAlignment",
  ],
  [
    "bytes behind the end",
    (file) => add(file, rowOf(file, ".reloc") + 16, 0x800),
    "behind the file's",
  ],
  [
    "more in the file than in memory",
    (file) => file.writeUInt32LE(0x10, rowOf(file, ".text") + 8),
    '".text": holds',
  ],
  ["bytes twice", (file) => add(file, rowOf(file, ".idata") + 20, -0x200), "lies over"],
  ["an entry in data", (file) => file.writeUInt32LE(0xb000, optional(file) + 16), "entry point"],
  [
    "a directory nowhere",
    (file) => add(file, optional(file) + 112 + 8, 0x10_0000),
    "the import directory",
  ],
  [
    "half a relocation block",
    (file) => add(file, optional(file) + 112 + 44, -4),
    "the relocations of page",
  ],
  [
    "a signature in the middle",
    (file) => file.writeUInt32LE(0x400, optional(file) + 112 + 32),
    "signature",
  ],
  ["a wrong checksum", (file) => file.writeUInt32LE(1, optional(file) + 64), "CheckSum"],
] as readonly (readonly [string, (file: Buffer) => unknown, string])[])(
  "%s is refused",
  (_, damage, problem) => {
    const file = readFileSync(library);
    damage(file);
    expect(loaderProblems(file).join("\n")).toContain(problem);
  },
);

test("half a file is refused", () => {
  const file = readFileSync(library);
  expect(
    [0x10, 0x100, file.length / 2].map((end) => loaderProblems(file.subarray(0, end)).length > 0),
  ).toEqual([true, true, true]);
});

test("a resource that leads out of its section is refused", () => {
  const file = Buffer.from(brandExecutable(readFileSync(library), facts));
  const place =
    new WindowsImage(file).sections.find(({ name }) => name === ".rsrc")?.pointerToRawData ?? 0;
  // Type, name, language: the first of each leads to the next.
  let at = place;
  for (let level = 0; level < 2; level += 1)
    at = place + (file.readUInt32LE(at + 20) & 0x7fff_ffff);
  add(file, place + file.readUInt32LE(at + 20), 0x10_0000);
  expect(loaderProblems(file)[0]).toContain("are in no section");
});
