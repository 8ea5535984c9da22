import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const rows = readFileSync(join(root, "SECURITY.md"), "utf8")
  .split("\n")
  .filter((line) => line.includes("`test/"));

test("the tests that SECURITY.md names attack what it says", () => {
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) {
    const paths = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path = ""]) => path);
    const texts = paths.map((path) => readFileSync(join(root, path), "utf8"));
    // A hole with a public number is looked for by it.
    for (const [number] of row.matchAll(/CVE-\d+-\d+|GHSA-[\w-]+/g)) {
      expect([number, texts.some((text) => text.includes(number))]).toEqual([number, true]);
    }
  }
});
