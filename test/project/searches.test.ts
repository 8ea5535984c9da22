import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

// These climb from a path to a folder around it that they know, or to the first that exists, and
// take nothing there.
const mayClimb = [
  "src/cli/dev/git-rules.ts",
  "src/cli/dev/watch.ts",
  // The rule itself.
  "src/config/read/ancestors.ts",
];

/**
 * Whether a module goes from folder to folder upwards: in a loop, or by a function that calls
 * itself.
 */
function climbs(text: string): boolean {
  if (/\b(\w+) = dirname\(\1\)/.test(text)) return true;
  return [...text.matchAll(/\bfunction\*? (\w+)\((?<body>[^]*?\n)\}/g)].some(
    ([, name, body = ""]) =>
      new RegExp(`\\b${name}\\((?:dirname\\(|parent\\b|above\\b)`).test(body),
  );
}

test("one module searches folders above, and it knows which owners to trust", () => {
  const files = [...new Bun.Glob("src/{cli,config,bundler}/**/*.ts").scanSync(root)];
  const found = files.filter((path) => climbs(readFileSync(join(root, path), "utf8")));
  expect(found.toSorted()).toEqual(mayClimb);
});
