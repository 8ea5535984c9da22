import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Calls that start a program, or make a function that does. */
const starts = /\b(?:spawn|spawnSync|execFile|execFileSync)\(|\bpromisify\(execFile\)/g;

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

// An app has no console on Windows, so that each program of a console gets one, whose window comes
// before everything else for a moment.
test("programs that apps start have no window on Windows", () => {
  const files = [
    ...new Bun.Glob("src/{app,native,process}/**/*.ts").scanSync(root),
    ...new Bun.Glob("plugins/**/*.ts").scanSync(root),
  ];
  const found = files.filter((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return count(text, starts) > count(text, /\bwindowsHide(?:: | = )true\b/g);
  });
  expect(found.toSorted()).toEqual([
    // A shell, on the other systems.
    "src/app/process/keeper.ts",
    // The app itself, whose windows would be hidden.
    "src/app/process/launch.ts",
  ]);
});
