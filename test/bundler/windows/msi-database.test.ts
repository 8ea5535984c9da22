import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codepageFor } from "../../../src/bundler/windows/msi/codepage.ts";
import { Database, streamName } from "../../../src/bundler/windows/msi/database.ts";
import { databaseClass } from "../../../src/bundler/windows/msi/signature.ts";
import { summaryInformation, summaryStream } from "../../../src/bundler/windows/msi/summary.ts";
import { cabinet } from "../../../src/bundler/write/cab.ts";
import { compoundFile } from "../../../src/bundler/write/cfb.ts";
import { readSource } from "../../../src/bundler/write/source.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { missingTool, run } from "../project.ts";
import { table } from "./msi-reader.ts";

const skip = missingTool("msiinfo", "7z");

describe.skipIf(skip !== null)(
  `databases of Windows Installer (${skip ?? "read by msitools"})`,
  () => {
    /** Writes a database of properties, and reads it by another program. */
    function written(
      folder: string,
      properties: readonly (readonly [string, string])[],
      ansi = 1252,
    ): string {
      const database = new Database();
      for (const [name, value] of properties) database.add("Property", name, value);
      const codepage = codepageFor(database.texts(), ansi);
      const path = join(folder, "test.msi");
      const summary = {
        title: "t",
        subject: "s",
        author: "a",
        comments: "c",
        template: "x64;1033",
        packageCode: "{00000000-0000-0000-0000-000000000000}",
        time: 0,
        installer: 500,
        generator: "g",
      };
      const streams = [
        ...database.streams(codepage),
        { name: summaryStream, bytes: summaryInformation(summary, codepage) },
      ];
      writeFileSync(path, readSource(compoundFile(databaseClass, streams)));
      return path;
    }

    const sorted = (rows: readonly (readonly string[])[]): string[] =>
      rows.map((row) => row.join("=")).toSorted((one, other) => (one < other ? -1 : 1));

    for (const [name, properties] of Object.entries({
      "one text": [["a", "b"]],
      "letters of the language's code page": [["a", "Größe “quoted” €"]],
      "letters of no code page of a language": [["a", "Größe ☃ 日本語"]],
      "a text of more than 64 KB": [["a", "x".repeat(70_000)]],
      "more texts than two bytes can count": Array.from({ length: 40_000 }, (_, index) => [
        `k${index}`,
        `v${index}`,
      ]),
    } as Readonly<Record<string, [string, string][]>>)) {
      test(`${name}`, () => {
        using folder = tempDir();
        expect(sorted(table(written(folder.path, properties), "Property"))).toEqual(
          sorted(properties),
        );
      });
    }

    test("two rows with one key are refused", () => {
      using folder = tempDir();
      expect(() =>
        written(folder.path, [
          ["a", "b"],
          ["a", "c"],
        ]),
      ).toThrow('Cannot write table "Property": two rows have one key');
    });

    test("Cyrillic fits the code page of Russian, and not that of English", () => {
      expect(codepageFor(["Привет"], 1251).number).toBe(1251);
      expect(codepageFor(["Привет"], 1252).number).toBe(65001);
      expect(codepageFor(["plain"], 932).number).toBe(932);
      expect(codepageFor(["日"], 932).number).toBe(65001);
    });

    // A table of tables is needed from about 7 MB on.
    for (const size of [0, 1, 63, 64, 65, 4095, 4096, 4097, 8_000_000, 20_000_000]) {
      test(`a stream of ${size} bytes comes out as it went in`, () => {
        using folder = tempDir();
        const bytes = Buffer.alloc(size);
        for (const [index] of bytes.entries()) bytes[index] = (index * 31) >> 3;
        const path = join(folder.path, "file");
        const names = Array.from({ length: size % 7 }, (_, index) => `other${index}`);
        const others = names.map((name) => ({ name, bytes: Buffer.from(name) }));
        const made = compoundFile(databaseClass, [{ name: "stream", bytes }, ...others]);
        writeFileSync(path, readSource(made));
        run(["7z", "x", "-tCompound", path], { cwd: folder.path });
        expect(readFileSync(join(folder.path, "stream")).equals(bytes)).toBeTrue();
      });
    }

    test("a cabinet gives the files back, at every level", async () => {
      using folder = tempDir();
      const random = Buffer.alloc(200_001);
      for (const [index] of random.entries()) random[index] = (index * index * 2654435761) >>> 13;
      const files = [
        { name: "empty", bytes: Buffer.alloc(0) },
        { name: "zeros", bytes: Buffer.alloc(100_000) },
        { name: "random", bytes: random },
      ];
      for (const level of [1, 9]) {
        const path = join(folder.path, `${level}.cab`);
        const reported: number[] = [];
        writeFileSync(
          path,
          readSource(
            await cabinet(files, {
              path: join(folder.path, "blocks"),
              level,
              time: 1_767_225_600,
              progress: (done) => reported.push(done),
            }),
          ),
        );
        run(["7z", "x", "-y", `-o${folder.path}/${level}`, path]);
        for (const { name, bytes } of files)
          expect(await Bun.file(join(folder.path, String(level), name)).bytes()).toEqual(
            new Uint8Array(bytes),
          );
        expect(reported.at(-1)).toBe(1);
      }
    });
  },
);

test("a block of a cabinet may repeat the one before", async () => {
  const half = randomBytes(0x4000);
  const first = Buffer.concat([Buffer.alloc(half.length), half]);
  using folder = tempDir();
  const options = { path: join(folder.path, "blocks"), level: 9, time: 0 };
  const once = await cabinet([{ name: "a", bytes: first }], options);
  const twice = await cabinet([{ name: "a", bytes: Buffer.concat([first, half]) }], options);
  expect(twice.length - once.length).toBeLessThan(1000);
});

test("no block of a cabinet is longer than Windows permits, whatever it holds and at every level", async () => {
  using folder = tempDir();
  const most = { packed: 0x8000 + 12, plain: 0x8000 };
  const random = randomBytes(100_000);
  const nearly = random.map((byte) => byte % 200);
  for (const level of [1, 6, 9]) {
    const options = { path: join(folder.path, "blocks"), level, time: 0 };
    const content = Buffer.concat([random, nearly, Buffer.alloc(100_000)]);
    const bytes = Buffer.from(readSource(await cabinet([{ name: "a", bytes: content }], options)));
    const blocks: { readonly packed: number; readonly plain: number }[] = [];
    for (let at = bytes.readUInt32LE(36); at < bytes.length;) {
      const block = { packed: bytes.readUInt16LE(at + 4), plain: bytes.readUInt16LE(at + 6) };
      blocks.push(block);
      at += 8 + block.packed;
    }
    expect(blocks.reduce((sum, { plain }) => sum + plain, 0)).toBe(content.length);
    expect(
      blocks.filter(({ packed, plain }) => packed > most.packed || plain > most.plain),
    ).toEqual([]);
  }
});

test("names of streams are packed, and refused when they do not fit", () => {
  expect(streamName("Property", true)).toBe("\u4840" + streamName("Property"));
  expect(streamName("a".repeat(62))).toHaveLength(31);
  expect(() => streamName("a".repeat(63))).toThrow("it may have at most 62 letters");
});

test("more than a cabinet can hold is an error that names another format", () => {
  const large = { name: "large", bytes: { path: "large", start: 0, length: 3e9 } };
  expect(cabinet([large], { path: "packed", level: 1, time: 0 })).rejects.toThrow(
    /^Cannot pack 1 files of 3000 MB for Windows Installer: .* 2147 MB; make a script installer \(nsis\)/,
  );
});
