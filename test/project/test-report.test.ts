// The report of failed tests in the last lines of a run, read from real output of `bun test`.

import { expect, test } from "bun:test";
import { tempDir } from "../../harness/temp-dir.ts";
import {
  filesOfFailures,
  readCounts,
  readCountsOf,
  readFailures,
} from "../../tools/test-report.mjs";

const files = {
  "mixed.test.ts": `
    import { expect, test } from "bun:test";
    test("good", () => console.log("said by a good one"));
    test("bad", () => {
      console.log("said by a bad one");
      expect(1).toBe(2);
    });
    test.skip("left out", () => {});`,
  "setup.test.ts": `
    import { beforeAll, describe, test } from "bun:test";
    describe("a group", () => {
      beforeAll(() => { throw new Error("no ground to stand on"); });
      test("never run", () => {});
    });`,
  "unreadable.test.ts": `
    import { nothing } from "./nothing.ts";
    nothing();`,
};

for (const [how, ...args] of [["in line"], ["side by side", "--parallel=2"]]) {
  test(`of tests ${how}, the report names the failed ones with their files and errors`, async () => {
    using folder = tempDir(files);
    const run = Bun.spawn([process.execPath, "test", ...args, "./"], {
      cwd: folder.path,
      stderr: "pipe",
    });
    const report = await new Response(run.stderr).text();
    expect(readCounts(report)).toEqual({ passed: 1, failed: 3, skipped: 1 });
    expect(readCountsOf(report, ["mixed.test.ts"])).toEqual({ passed: 1, skipped: 1 });
    expect(readCountsOf(report, ["setup.test.ts"])).toEqual({ passed: 0, skipped: 0 });

    const { names, errors } = readFailures(report);
    expect(names.toSorted()).toEqual([
      "(fail) what belongs to no test: its error is above",
      expect.stringMatching(/^mixed\.test\.ts: \(fail\) bad/),
      expect.stringMatching(/^setup\.test\.ts: \(fail\) a group > /),
    ]);
    for (const output of [
      "Expected: 2\nReceived: 1\n",
      "error: no ground",
      "Cannot find module './nothing.ts'",
    ])
      expect(errors.join("\n")).toContain(output);
    // One of them could not be loaded.
    expect(filesOfFailures(names)).toBeNull();
  });
}

test("the report names more than twenty failed tests once, though Bun lists them again", () => {
  const lines = Array.from({ length: 21 }, (_, index) => `error: no\n(fail) story ${index}\n`).join(
    "",
  );
  const again = Array.from({ length: 21 }, (_, index) => `(fail) story ${index}\n`).join("");
  const report = `bun test v1\n\na.test.ts:\n${lines}\n21 tests failed:\n${again}\n 0 pass\n 21 fail\nRan 21 tests across 1 file. [1.00s]\n`;
  expect(readFailures(report).names).toHaveLength(21);
  expect(readCounts(report)).toEqual({ passed: 0, failed: 21, skipped: 0 });
});

test("a run that ended early has no counts", () => {
  expect(readCounts("bun test v1\n\na.test.ts:\n(pass) one\n")).toBeNull();
});

test("the files of failed tests are named once each", () => {
  const names = ["a.test.ts: (fail) one", "a.test.ts: (fail) two", "c.test.ts: (fail) four"];
  expect(filesOfFailures(names)).toEqual(["a.test.ts", "c.test.ts"]);
});
