// Content that cannot be compressed, in .xz streams.

import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noStore } from "../../src/bundler/part-store.ts";
import { fileSource, joined, piecesOf, readSource } from "../../src/bundler/write/source.ts";
import { judged } from "../../src/bundler/write/xz/stored.ts";
import { xz, xzLevels } from "../../src/bundler/write/xz/xz.ts";
import { openRoot } from "../../src/disk/roots.ts";
import { writeFile } from "../../src/disk/write.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { noise } from "../support/noise.ts";
import { missingTool, run } from "./project.ts";

const MiB = 1 << 20;
const text = (megabytes: number): Buffer => Buffer.alloc(megabytes * MiB, "again and again, ");
const film = (megabytes: number): Buffer => noise(megabytes * MiB, 7);

test.each([
  ["text is packed", [text(9)], [[0, false]]],
  ["a film is stored, with the last bytes that fill no window", [film(9)], [[0, true]]],
  ["less than a window is packed", [film(3)], [[0, false]]],
  [
    "a film between texts is stored",
    [text(8), film(8), text(5)],
    [
      [0, false],
      [8, true],
      [16, false],
    ],
  ],
  ["a window of both is packed", [text(2), film(2)], [[0, false]]],
] as const)("%s", async (_, parts, pieces) => {
  const bytes = joined(parts);
  expect((await judged(bytes)).map(({ start, isStored }) => [start / MiB, isStored])).toEqual(
    pieces.map((piece) => [...piece]),
  );
});

const noXz = missingTool("xz");
test.skipIf(noXz !== null)(
  `stored and packed parts are one stream, and unpacked by xz (${noXz ?? "installed"})`,
  async () => {
    using folder = tempDir();
    const path = (name: string): string => join(folder.path, name);
    // A length that is no multiple of a chunk, in files and in memory.
    writeFileSync(path("film"), Buffer.concat([film(6), Buffer.from("the end")]));
    const bytes = joined([text(5), fileSource(path("film")), text(4)]);
    const reports: number[] = [];
    const packed = await xz([{ bytes, way: xzLevels.quick }], {
      store: noStore,
      folder: openRoot(folder.path),
      progress: (done) => reports.push(done),
    });
    writeFile(path("all.xz"), piecesOf(packed), 0o644);
    run(["xz", "--test", path("all.xz")]);
    run(["xz", "--decompress", path("all.xz")]);
    expect(readFileSync(path("all")).equals(readSource(bytes))).toBe(true);
    expect(reports.toSorted((one, other) => one - other)).toEqual(reports);
    expect(reports.at(-1)).toBe(1);
  },
);
