import { expect, test } from "bun:test";
import { readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { placeFiles } from "../../../src/cli/build/files/side-files.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

for (const [what, year] of [
  ["older", 2001],
  ["newer", 2044],
] as const) {
  test(`a resource of the same size that is ${what} than the one before takes its place, once`, async () => {
    using dir = tempDir({ "a.txt": "before" });
    const [source, placed] = [join(dir.path, "a.txt"), join(dir.path, "out/texts/a.txt")];
    const place = () =>
      placeFiles([{ path: "texts/a.txt", source, executable: false }], join(dir.path, "out"));
    await place();
    writeFileSync(source, "behind");
    const time = new Date(Date.UTC(year, 0, 1, 0, 0, 0, 123));
    utimesSync(source, time, time);
    await place();
    expect(readFileSync(placed, "utf8")).toBe("behind");
    const { ino, ctimeMs } = statSync(placed);
    await place();
    expect(statSync(placed)).toMatchObject({ ino, ctimeMs });
  });
}
