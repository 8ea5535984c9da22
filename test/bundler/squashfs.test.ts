import { describe, expect, test } from "bun:test";
import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { zstdBlocks } from "../../src/bundler/write/compress.ts";
import { withFolders, type Entry } from "../../src/bundler/write/entries.ts";
import { writeSquashfs } from "../../src/bundler/write/squashfs/image.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { missingTool, run } from "./project.ts";

const options = { time: 1_767_225_600, compress: zstdBlocks(3), blockSize: 4096 };

/** Bytes that compress badly and are the same on every run. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
}

const file = (path: string, bytes: Uint8Array | string, mode = 0o644): Entry => {
  return { kind: "file", path, mode, bytes: Buffer.from(bytes) };
};

/** The content of a folder on disk, in the form of entries. */
function readTree(folder: string, path = ""): Entry[] {
  return readdirSync(join(folder, path)).flatMap((name): Entry[] => {
    const inner = path === "" ? name : `${path}/${name}`;
    const full = join(folder, inner);
    const state = lstatSync(full);
    if (state.isSymbolicLink()) return [{ kind: "link", path: inner, to: readlinkSync(full) }];
    if (state.isDirectory()) return [{ kind: "folder", path: inner }, ...readTree(folder, inner)];
    return [file(inner, readFileSync(full), state.mode & 0o777)];
  });
}

const skip = missingTool("unsquashfs");
describe.skipIf(skip !== null)(`read by unsquashfs (${skip ?? "installed"})`, () => {
  async function check(given: readonly Entry[]): Promise<void> {
    const entries = withFolders(given);
    using folder = tempDir();
    await writeSquashfs(join(folder.path, "image"), entries, options);
    run(["unsquashfs", "-no-progress", "-dest", "out", "image"], { cwd: folder.path });
    expect(withFolders(readTree(join(folder.path, "out")))).toEqual(entries);
  }

  test("an image with nothing in it", () => check([]));

  test("files of every length around a block", () =>
    check(
      [0, 1, 4095, 4096, 4097, 8192, 100_001].map((length) =>
        file(`of-${length}`, noise(length, length)),
      ),
    ));

  test("text that compresses, zeros, and a program", () =>
    check([
      file("text", "again and again ".repeat(5000)),
      file("zeros", new Uint8Array(50_000)),
      file("bin/run", "#!", 0o755),
    ]));

  test("links, folders in folders, names beyond ASCII", () =>
    check([
      { kind: "link", path: "AppRun", to: "usr/bin/ünï" },
      { kind: "folder", path: "empty" },
      file("usr/bin/ünï", "x", 0o755),
      file("a/b/c/d/e/f", "deep"),
    ]));

  test("a folder whose inodes are so small that one block holds more than one run of names", () =>
    check(
      Array.from({ length: 700 }, (_, index): Entry => ({
        kind: "link",
        path: `l${index}`,
        to: "x",
      })),
    ));

  test("folders that take many blocks of names and inodes", () =>
    check(
      Array.from({ length: 3000 }, (_, index) =>
        file(
          `many/part-${index % 3}/${"name".repeat(index % 20)}${index}`,
          noise(index % 40, index),
        ),
      ),
    ));
});

test("two runs give the same bytes, whatever the order of the entries", async () => {
  const entries = withFolders(
    Array.from({ length: 40 }, (_, index) => file(`f${index % 7}/${index}`, noise(9000, index))),
  );
  using folder = tempDir();
  const image = async (given: readonly Entry[]): Promise<Buffer> => {
    const path = join(folder.path, "image");
    await writeSquashfs(path, given, options);
    return readFileSync(path);
  };
  expect((await image(entries)).equals(await image(entries.toReversed()))).toBe(true);
});
