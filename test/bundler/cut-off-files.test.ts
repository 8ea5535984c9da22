// Truncated files, or files with impossible lengths: each of our readers of a binary form reads one
// or reports its fault, and reads at most a few times its length.

import { expect, spyOn, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isUnsigned, signExecutable } from "../../src/bundler/windows/authenticode.ts";
import { fileVersion } from "../../src/bundler/windows/msi/file-version.ts";
import {
  dialogSize,
  plainBitmap,
  reasonAgainstBitmap,
} from "../../src/bundler/windows/msi/bitmap.ts";
import { sectionsOf } from "../../src/bundler/windows/sections.ts";
import { codeOf, readElf, withRunPath } from "../../src/bundler/linux/elf.ts";
import { blob, blobsIn, magics, superblob } from "../../src/bundler/macos/signature/blob.ts";
import { entitlementsOf, signatureOf } from "../../src/bundler/macos/signature/code-signature.ts";
import { readDer } from "../../src/bundler/signing/der.ts";
import { icns, isIcns } from "../../src/bundler/write/icns.ts";
import { bodyForSignature, imagesOf } from "../../src/bundler/write/macho.ts";
import { binaryPlist, parsePlist, xmlPlist } from "../../src/bundler/write/property-list.ts";
import { reasonAgainstPicture } from "../../src/contract/picture/picture-format.ts";
import { icoImages } from "../../src/contract/picture/ico.ts";
import { reasonAgainstChunks } from "../../src/contract/picture/png.ts";
import { parseChunkIndex, renderChunkIndex } from "../../src/contract/shipped/chunk-index.ts";
import { blackPng } from "../../harness/png.ts";
import { root } from "../support/app/display-app.ts";
import { program } from "./macos/programs.ts";
import { signCode, universal } from "../support/macos/code-in-memory.ts";

/** A library that needs another one, in as few bytes as there can be. */
function library(): Buffer {
  const names = Buffer.from("\0libneeded.so\0");
  const rows = [
    [1, 1],
    [5, 0x400],
    [10, names.length],
    [0, 0],
    [0, 0],
  ];
  const bytes = Buffer.alloc(0x400 + names.length);
  Buffer.from("7f454c46020101", "hex").copy(bytes);
  bytes.writeUInt16LE(62, 18);
  bytes.writeBigUInt64LE(64n, 32);
  bytes.writeUInt16LE(3, 56);
  const segments = [
    [1, 5, 0, bytes.length],
    [2, 6, 0x200, rows.length * 16],
    [4, 4, 0x300, 0x20],
  ] as const;
  for (const [index, [type, flags, offset, size]] of segments.entries()) {
    const at = 64 + 56 * index;
    bytes.writeUInt32LE(type, at);
    bytes.writeUInt32LE(flags, at + 4);
    for (const [field, value] of [offset, offset, offset, size, size].entries())
      bytes.writeBigUInt64LE(BigInt(value), at + 8 + 8 * field);
  }
  for (const [index, [tag = 0, value = 0]] of rows.entries()) {
    bytes.writeBigUInt64LE(BigInt(tag), 0x200 + 16 * index);
    bytes.writeBigUInt64LE(BigInt(value), 0x208 + 16 * index);
  }
  names.copy(bytes, 0x400);
  return bytes;
}

const png = blackPng(32, 32);
const ico = Buffer.concat([
  Buffer.from([
    0,
    0,
    1,
    0,
    1,
    0,
    32,
    32,
    0,
    0,
    1,
    0,
    32,
    0,
    png.length & 255,
    png.length >> 8,
    0,
    0,
    22,
    0,
    0,
    0,
  ]),
  png,
]);
const facts = {
  identifier: "a",
  isHardened: false,
  info: null,
  resources: null,
  entitlements: { "a.b": true },
};
const signed = await signCode(program(), facts, null);
const executable = readFileSync(join(root, "src/bundler/windows/stub/amd64-unicode/payload.dll"));
const dictionary = { name: "a", list: [1, 2, { deep: true }], bytes: Buffer.from("abc") };

interface Row {
  readonly whole: Uint8Array;
  readonly read: (bytes: Buffer) => unknown;
}

const readers: Readonly<Record<string, Row>> = {
  "the libraries that one needs": { whole: library(), read: readElf },
  "a library that is changed": { whole: library(), read: (bytes) => withRunPath(bytes, "$ORIGIN") },
  "the place of a program's code": { whole: library(), read: codeOf },
  "a program of macOS": {
    whole: program(),
    read: (bytes) => imagesOf(bytes).map((one) => bodyForSignature(one, 64)),
  },
  "a program of macOS for two processors": {
    whole: universal([program({ architecture: "x64", length: 10 }), program({ length: 10 })]),
    read: (bytes) => imagesOf(bytes).map((one) => bodyForSignature(one, 64)),
  },
  "a signed program of macOS": {
    whole: signed.bytes,
    read: (bytes) => [
      signatureOf(bytes),
      entitlementsOf(bytes),
      imagesOf(bytes).map((one) => bodyForSignature(one, 64)),
    ],
  },
  "a signature of macOS": {
    whole: superblob(magics.embeddedSignature, [
      { slot: 0, blob: blob(magics.embeddedSignature, Buffer.from("ab")) },
    ]),
    read: blobsIn,
  },
  "the sections of an executable": { whole: executable, read: (bytes) => sectionsOf(bytes) },
  "the version of an executable": { whole: executable, read: fileVersion },
  "whether an executable has no signature": { whole: executable, read: isUnsigned },
  "a bitmap": {
    whole: plainBitmap(dialogSize, 8),
    read: (bytes) => reasonAgainstBitmap(bytes, dialogSize),
  },
  "an ICO": { whole: ico, read: (bytes) => [icoImages(bytes), reasonAgainstPicture(bytes)] },
  "an ICNS": { whole: icns([png]), read: isIcns },
  "a PNG": {
    whole: png,
    read: (bytes) => [reasonAgainstChunks(bytes), reasonAgainstPicture(bytes)],
  },
  "a property list": { whole: xmlPlist(dictionary), read: parsePlist },
  "a binary property list": { whole: binaryPlist(dictionary), read: parsePlist },
  DER: { whole: Buffer.from("3009020101020401020304", "hex"), read: readDer },
  "an index of chunks": {
    whole: renderChunkIndex({
      sha512: "ab".repeat(64),
      packing: "none",
      chunks: [{ hash: "cd".repeat(8), size: 9, packedSize: 9 }],
    }),
    read: parseChunkIndex,
  },
};

/** All lengths of the first kilobyte, where heads are, and a hundred of the rest. */
function lengthsOf({ length }: Uint8Array): number[] {
  const head = Math.min(length, 1024);
  const rest = Array.from(
    { length: 100 },
    (_, step) => head + Math.floor(((length - head) * step) / 100),
  );
  return [...new Set([...Array.from({ length: head }, (_, at) => at), ...rest])];
}

function* damagedForms({ whole }: Row): Generator<[what: string, bytes: Buffer]> {
  for (const length of lengthsOf(whole))
    yield [`${length} bytes of it`, Buffer.from(whole.subarray(0, length))];
  for (let at = 0; at + 4 <= Math.min(whole.length, 1024); at += 2) {
    for (const value of [0, 0x7fffffff, 0xffffffff]) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt32LE(value, at);
      yield [`${value} at ${at}`, bytes];
    }
  }
}

class TooManyReads extends Error {
  override readonly name = "TooManyReads";
}

/** Counts the numbers that are read of bytes; more than so many end the work. */
function counted<Result>(most: number, work: () => Result): Result {
  let count = 0;
  const before: [object, string, PropertyDescriptor][] = [];
  for (const [prototype, names] of [
    [Buffer.prototype, /^read[A-Z]/],
    [DataView.prototype, /^get[A-Z]/],
  ] as const) {
    for (const [name, one] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (!names.test(name) || typeof one.value !== "function") continue;
      before.push([prototype, name, one]);
      const own = one.value as (...args: unknown[]) => unknown;
      const value = function (this: unknown, ...args: unknown[]): unknown {
        if (++count > most) throw new TooManyReads(`more than ${most} numbers are read`);
        return own.apply(this, args);
      };
      Object.defineProperty(prototype, name, { ...one, value });
    }
  }
  try {
    return work();
  } finally {
    for (const [prototype, name, one] of before) Object.defineProperty(prototype, name, one);
  }
}

for (const [what, row] of Object.entries(readers)) {
  test(`${what}: whole it is read, and damaged it is read or refused in words`, () => {
    expect(() => row.read(Buffer.from(row.whole))).not.toThrow();
    // A library's parser of XML writes there.
    using _ = spyOn(console, "error").mockImplementation(() => {});
    using __ = spyOn(console, "warn").mockImplementation(() => {});
    const wrong: string[] = [];
    for (const [how, bytes] of damagedForms(row)) {
      try {
        counted(32 * bytes.length + 1000, () => row.read(bytes));
      } catch (error) {
        const isInWords = error instanceof Error && error.name === "Error" && error.message !== "";
        if (!isInWords) wrong.push(`${how}: ${String(error)}`);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });
}

test("a file whose numbers are counted ends when it has had its share", () => {
  const bytes = Buffer.alloc(8);
  expect(() =>
    counted(100, () => {
      for (;;) bytes.readUInt32LE(0);
    }),
  ).toThrow(TooManyReads);
  expect(bytes.readUInt32LE(4)).toBe(0);
});

test("an executable whose signature is not in it is not signed anew", async () => {
  const bytes = Buffer.from(executable);
  const directory = bytes.readUInt32LE(0x3c) + 24 + 112 + 4 * 8;
  for (const place of [8, 0x7fffffff]) {
    bytes.writeUInt32LE(place, directory);
    await expect(signExecutable(bytes, {} as never)).rejects.toThrow("cut short, or damaged");
  }
});
