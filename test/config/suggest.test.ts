import { expect, test } from "bun:test";
import { distance, nearest } from "../../src/contract/text/suggest.ts";

test("the distance counts letters added, dropped, changed and swapped", () => {
  const cases = [
    ["width", "width", 0],
    ["widht", "width", 1],
    ["widt", "width", 1],
    ["wwidth", "width", 1],
    ["wodth", "width", 1],
    ["hello", "width", 4],
    ["", "abc", 3],
  ] as const;
  for (const [from, to, wanted] of cases) {
    expect([from, to, distance(from, to, 3)]).toEqual([from, to, wanted]);
    expect(distance(to, from, 3)).toBe(wanted);
  }
});

test("other habits of writing are the nearest; words that are too far are not meant", () => {
  const words = ["devPath", "distDir", "beforeDevCommand", "x", "all"];
  expect(nearest("dev-path", words)).toEqual(["devPath"]);
  expect(nearest("BEFORE_DEV_COMMAND", words)).toEqual(["beforeDevCommand"]);
  expect(nearest("devPaht", words)).toEqual(["devPath"]);
  expect(nearest("y", words)).toEqual([]);
  expect(nearest("nothing", words)).toEqual([]);
});
