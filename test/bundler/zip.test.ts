import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Entry, FileEntry } from "../../src/bundler/write/entries.ts";
import { zip } from "../../src/bundler/write/zip.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { missingTool, run } from "./project.ts";

const empty = (path: string): FileEntry => ({
  kind: "file",
  path,
  mode: 0o644,
  bytes: new Uint8Array(),
});
const noTool = missingTool("7z");

test.skipIf(noTool !== null).each([65_534, 65_535, 65_536, 70_000])(
  `an archive of %d entries is read whole (${noTool ?? "by 7z"})`,
  (count) => {
    using folder = tempDir();
    const path = join(folder.path, "a.zip");
    const last: FileEntry = { ...empty("last.txt"), bytes: Buffer.from("the last one") };
    const entries: Entry[] = [
      ...Array.from({ length: count - 1 }, (_, index) => empty(`${index}`)),
      last,
    ];
    writeFileSync(path, zip(entries));
    expect(run(["7z", "t", path])).toContain("Everything is Ok");
    expect(run(["7z", "l", path])).toContain(` ${count} files`);
    expect(run(["7z", "x", "-so", path, "last.txt"])).toBe("the last one");
  },
);

test("an archive that would be too large is refused", () => {
  const bytes = { length: 2 ** 32 } as Uint8Array;
  expect(() => zip([{ ...empty("large"), bytes }])).toThrow(
    "Cannot make a ZIP archive of 4 GB or more: ship less, or let the app get some of it",
  );
});
