// Lock files as the package managers wrote them, except the addresses of packages that yarn 1 has
// fetched.

import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readLockedPackages } from "../../src/bundler/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";

/** The fixture, the name it has in a project, and whether it holds the sums of the packages. */
const kinds: readonly [fixture: string, file: string, hasSums: boolean][] = [
  ["npm", "package-lock.json", true],
  ["bun-text", "bun.lock", true],
  ["pnpm-9", "pnpm-lock.yaml", true],
  ["yarn-1", "yarn.lock", true],
  ["yarn-4", "yarn.lock", false],
];

const fixture = (kind: string, name: string): string =>
  readFileSync(
    join(import.meta.dir, "../fixtures/bundler/lock-files", kind, `${name}.lock`),
    "utf8",
  );

const ids = (folder: string): string[] =>
  readLockedPackages(folder).map(({ name, version }) => `${name}@${version}`);

const manifest = JSON.stringify({
  name: "greeter",
  dependencies: {
    chalk: "^4.1.2",
    "supports-color": "^9.4.0",
    "@sindresorhus/merge-streams": "^4.0.0",
  },
  devDependencies: { "is-odd": "^3.0.1" },
  optionalDependencies: { "has-flag": "4.0.0" },
});

describe("an app's packages at run time, with two versions of one among them", () => {
  const oldPnpm: (typeof kinds)[number] = ["pnpm-8", "pnpm-lock.yaml", true];
  test.each([...kinds, oldPnpm])("by %s", (name, file, hasSums) => {
    using project = tempDir({
      "package.json": manifest,
      [file]: fixture("one", name),
      "src/main.ts": "",
    });
    const folder = join(project.path, "src");
    expect(ids(folder)).toEqual([
      "@sindresorhus/merge-streams@4.0.0",
      "ansi-styles@4.3.0",
      "chalk@4.1.2",
      "color-convert@2.0.1",
      "color-name@1.1.4",
      "has-flag@4.0.0",
      "supports-color@7.2.0",
      "supports-color@9.4.0",
    ]);
    const sums = readLockedPackages(folder).map(({ integrity }) => integrity?.slice(0, 12) ?? null);
    expect(sums[1]).toBe(hasSums ? "sha512-zbB9r" : null);
    expect(sums.every((sum) => (sum !== null) === hasSums)).toBe(true);
  });
});

describe("the packages of a workspace together, one of them under another name", () => {
  test.each(kinds)("by %s", (name, file) => {
    using project = tempDir({
      "package.json": '{"name": "all", "workspaces": ["packages/*"]}',
      [file]: fixture("many", name),
      "packages/app/package.json":
        '{"name": "app", "dependencies": {"lib": "1.0.0", "padding": "npm:left-pad@1.3.0"}}',
      "packages/lib/package.json":
        '{"name": "lib", "dependencies": {"has-flag": "^4.0.0"}, "devDependencies": {"is-odd": "^3.0.1"}}',
    });
    expect(ids(join(project.path, "packages/app"))).toEqual(["has-flag@4.0.0", "left-pad@1.3.0"]);
  });
});

test("rows for packages of another registry, of git and for peers are understood", () => {
  using bun = tempDir({
    "bun.lock": `{
      "workspaces": { "": { "dependencies": { "one": "1", "two": "github:a/two" } } },
      "packages": {
        "one": ["one@1.0.0", "https://example.org/", { "peerDependencies": { "three": "*" } }, "sha512-AQID"],
        "two": ["two@github:a/two#abc", {}, "a-two-abc"], // no sum
        "three": ["three@3.0.0", "", {}, "sha512-AQID"],
      },
    }`,
  });
  expect(
    readLockedPackages(bun.path).map(({ name, version, integrity }) => [name, version, integrity]),
  ).toEqual([
    ["one", "1.0.0", "sha512-AQID"],
    ["three", "3.0.0", "sha512-AQID"],
    ["two", "github:a/two#abc", null],
  ]);
  using pnpm = tempDir({
    "pnpm-lock.yaml": `
lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      one: { specifier: 1, version: 1.0.0(@s/three@3.0.0) }
packages:
  one@1.0.0: { resolution: { integrity: sha512-AQID } }
  '@s/three@3.0.0': { resolution: { integrity: sha512-AQID } }
snapshots:
  one@1.0.0(@s/three@3.0.0): { dependencies: { '@s/three': 3.0.0 } }
  '@s/three@3.0.0': {}
`,
  });
  expect(ids(pnpm.path)).toEqual(["@s/three@3.0.0", "one@1.0.0"]);
});

test("the nearest lock file counts; one that cannot be read is named by its path", () => {
  using project = tempDir({ "yarn.lock": "", "app/pnpm-lock.yaml": "lockfileVersion: 5.4" });
  const read = (): unknown => readLockedPackages(join(project.path, "app"));
  expect(read).toThrow(
    `Cannot read "${join(project.path, "app/pnpm-lock.yaml")}": it must be one of pnpm 8 or later`,
  );
});
