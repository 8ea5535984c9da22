import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { decidingDirective, parseCsp, type Csp } from "../../src/contract/page/csp.ts";

const root = join(import.meta.dir, "../..");
const pages = readdirSync(join(root, "docs/security"));
const rows = pages
  .flatMap((page) => readFileSync(join(root, "docs/security", page), "utf8").split("\n"))
  .filter((line) => line.startsWith("|") && line.includes("`test/"));

test("the tests that docs/security names attack what it says", () => {
  expect(pages.length).toBeGreaterThan(5);
  expect(rows.length).toBeGreaterThan(120);
  for (const row of rows) {
    const paths = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path = ""]) => path);
    const texts = paths.map((path) => readFileSync(join(root, path), "utf8"));
    // A hole with a public number is looked for by it.
    for (const [number] of row.matchAll(/CVE-\d+-\d+|GHSA-[\w-]+/g)) {
      expect([number, texts.some((text) => text.includes(number))]).toEqual([number, true]);
    }
  }
});

test("the examples' pages run their own scripts, and no others", () => {
  const configurations = [...readdirSync(join(root, "examples")), "monorepo/apps/desktop"]
    .map((folder) => `${folder}/src-framework/framework.conf.json`)
    .filter((path) => existsSync(join(root, "examples", path)));
  expect(configurations.length).toBeGreaterThan(5);
  for (const example of configurations) {
    const { framework } = JSON.parse(readFileSync(join(root, "examples", example), "utf8")) as {
      framework: { security: { csp: Csp } };
    };
    const [policy = [], ...more] = parseCsp(framework.security.csp);
    const sources = decidingDirective(policy, "script")?.sources;
    expect([example, sources, more]).toEqual([example, ["'self'"], []]);
  }
});
