// The durations by which Bun orders the files of a first run, which has measured none.

import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { completeTimings } from "../../tools/first-timings.mjs";
import slowTests from "../../tools/slow-tests.json" with { type: "json" };
import { root } from "../support/app/display-app.ts";

/** The durations in a file of timings, after they were completed. */
function completed(measured: string | null): unknown {
  using folder = tempDir({
    "site/c.test.ts": "",
    "test/a.test.ts": "",
    "test/b.test.ts": "",
    "test/folder/d.test.ts": "",
    "test/folder/helper.ts": "",
    "test/node_modules/e.test.ts": "",
    ...(measured === null ? {} : { "build/timings.json": measured }),
  });
  const path = join(folder.path, "build/timings.json");
  completeTimings(folder.path, path, { "test/b.test.ts": 9, "test/folder/d.test.ts": 30 });
  return JSON.parse(readFileSync(path, "utf8"));
}

const first = {
  version: 1,
  files: {
    "site/c.test.ts": 1000,
    "test/a.test.ts": 1000,
    "test/b.test.ts": 9000,
    "test/folder/d.test.ts": 30_000,
  },
};

test("a first run begins with the files that are known as slow", () => {
  expect(completed(null)).toEqual(first);
  expect(completed('{"version": 1, "fil')).toEqual(first);
});

test("a measured duration stays, and a new file gets one", () => {
  const files = { "test/a.test.ts": 8000, "test/b.test.ts": 7 };
  expect(completed(JSON.stringify({ version: 1, files }))).toEqual({
    version: 1,
    files: { ...first.files, ...files },
  });
});

test("each file that is named as slow is there", () => {
  expect(Object.keys(slowTests).filter((name) => !existsSync(join(root, name)))).toEqual([]);
});
