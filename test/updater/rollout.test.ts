import { expect, test } from "bun:test";
import { isReached } from "../../src/app/updater/check/rollout.ts";

const seeds = Array.from({ length: 2000 }, (_, index) => `seed ${index}`);

/** The installations that a version reaches. */
const reached = (version: string, percent: number | null): string[] =>
  seeds.filter((seed) => isReached(version, percent, () => seed));

test("a percentage reaches about as many installations, 0 none and 100 all", () => {
  expect([0, 100, null].map((percent) => reached("1.0.0", percent).length)).toEqual([
    0,
    seeds.length,
    seeds.length,
  ]);
  const quarter = reached("1.0.0", 25).length / seeds.length;
  expect(quarter).toBeGreaterThan(0.2);
  expect(quarter).toBeLessThan(0.3);
});

test("a higher percentage reaches all that a lower one has", () => {
  const half = new Set(reached("1.0.0", 50));
  expect(reached("1.0.0", 10).every((seed) => half.has(seed))).toBe(true);
});

test("another version reaches others first", () => {
  expect(reached("1.0.0", 10)).not.toEqual(reached("1.1.0", 10));
});
