// Programs by the rules of macOS' kernel and dyld, which look at more than a signature.

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../../harness/temp-dir.ts";
import { architectures } from "../../../src/contract/target.ts";
import { liefProblems, missingLief } from "../../support/loader/lief.ts";
import { machOProblems } from "../../support/loader/mac-loader.ts";
import { program } from "./programs.ts";
import { signCode, universal } from "../../support/macos/code-in-memory.ts";

const facts = {
  identifier: "org.example.app",
  entitlements: {},
  isHardened: false,
  info: null,
  resources: null,
};
const signed = async (bytes: Buffer): Promise<Buffer> => (await signCode(bytes, facts, null)).bytes;

const thin = program();
const both = universal([program({ architecture: "x64" }), program()]);
const pack = Buffer.from("the page's files");

test.each([
  ["a program", thin],
  ["one that was signed before", await signed(thin)],
  ["one with the page's files behind it", Buffer.concat([thin, pack])],
  ["one for both processors", both],
  ["a library", program({ isLibrary: true })],
])("macOS loads %s that is signed", async (_, bytes) => {
  expect(machOProblems(await signed(bytes))).toEqual([]);
});

const programs = architectures.map((architecture) => program({ architecture }));
test.each([
  ...programs.map((bytes, index) => [`a program for ${architectures[index]}`, bytes] as const),
  ["one for both processors", universal(programs)],
  ["one with the page's files behind it", Buffer.concat([programs[0] ?? pack, pack])],
] as const)("macOS loads %s that is signed, LIEF agrees", async (_, bytes) => {
  using folder = tempDir();
  const [path, file] = [join(folder.path, "program"), await signed(bytes)];
  expect(machOProblems(file)).toEqual([]);
  writeFileSync(path, file);
  if (missingLief === null) expect(liefProblems("MachO", path)).toEqual([""]);
});

// The fixture's commands: __TEXT at 32 with one section, __LINKEDIT at 184, the symbols at 256, the
// signature at 408.
const add = (file: Buffer, at: number, value: number): number =>
  file.writeUInt32LE(file.readUInt32LE(at) + value, at);

test.each([
  [
    "a segment over another",
    (file: Buffer) => add(file, 184 + 24, -0x4000),
    "lies in a segment before it",
  ],
  ["an address within a page", (file) => add(file, 184 + 24, 0x10), "must be of whole pages"],
  ["a gap in the file", (file) => add(file, 184 + 40, 0x4000), "where the one before ends"],
  ["a segment without room", (file) => file.writeUInt32LE(0, 32 + 32), "do not fit"],
  ["code that must not run", (file) => file.writeUInt32LE(1, 32 + 60), "be executable"],
  ["a section out of its segment", (file) => add(file, 104 + 40, 0x10_0000), "must lie in __TEXT"],
  ["a section elsewhere in the file", (file) => add(file, 104 + 48, 0x10), "that of its address"],
  ["symbols in the code", (file) => file.writeUInt32LE(0x100, 256 + 16), "must be in __LINKEDIT"],
  [
    "a signature before the end",
    (file) => add(file, 408 + 12, -16),
    "must be the last of the file",
  ],
  ["texts over the signature", (file) => add(file, 256 + 20, 0x40), "behind what is before it"],
  ["a command too many", (file) => add(file, 20, 16), "commands must fill their room"],
] as readonly (readonly [string, (file: Buffer) => unknown, string])[])(
  "%s is refused",
  async (_, damage, problem) => {
    const file = Buffer.from(await signed(thin));
    damage(file);
    expect(machOProblems(file).join("\n")).toContain(problem);
  },
);

test.each([
  [
    "an image that is not at a page",
    (file: Buffer) => file.writeUInt32BE(file.readUInt32BE(16) + 16, 16),
    "at a page",
  ],
  ["two images for one processor", (file) => file.copy(file, 28, 8, 12), "two images are for"],
  [
    "an image that is cut short",
    (file) => file.writeUInt32BE(file.length, 36 + 4),
    "ends behind the file",
  ],
] as readonly (readonly [string, (file: Buffer) => unknown, string])[])(
  "%s is refused",
  async (_, damage, problem) => {
    const file = Buffer.from(await signed(both));
    expect(machOProblems(file)).toEqual([]);
    damage(file);
    expect(machOProblems(file).join("\n")).toContain(problem);
  },
);
