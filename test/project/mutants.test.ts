import { expect, test } from "bun:test";
import { chosenTests, readLcov, type Coverage } from "../../tools/mutants/coverage.ts";
import { mutantsOf, sample } from "../../tools/mutants/mutant.ts";

const source = `import { log } from "./log.ts";
type Limit = 3 | true;
export function join(list: readonly string[], limit: Limit): string | null {
  if (list.length < 2 && !limit) return null;
  log(\`\${list.length} of \` + "them");
  return list[0] ?? "none";
}
`;

test("a mutant is a condition turned round, an operator swapped, a value changed, or a call left out", () => {
  const mutated = mutantsOf("join.ts", source).map(({ line, start, end, replacement }) => [
    line,
    source.slice(start, end),
    replacement,
  ]);
  expect(mutated).toEqual([
    [4, "list.length < 2 && !limit", "!(list.length < 2 && !limit)"],
    [4, "&&", "||"],
    [4, "<", "<="],
    [4, "2", "(2 + 1)"],
    [4, "!", ""],
    [5, 'log(`${list.length} of ` + "them");', ";"],
    [6, 'list[0] ?? "none"', '("none")'],
    [6, "0", "(0 + 1)"],
  ]);
});

test("mutants keep their names, and a sample its members, when other lines of the file change", () => {
  const names = (text: string) => mutantsOf("join.ts", text).map(({ name }) => name);
  expect(names(`// A line more.\n${source}`)).toEqual(names(source));
  const chosen = (text: string) => sample(mutantsOf("join.ts", text), 3, 1).map(({ name }) => name);
  expect(chosen(`// A line more.\n${source}`)).toEqual(chosen(source));
  expect(chosen(source)).toHaveLength(3);
});

test("equal mutants of a file have names of their own", () => {
  const names = mutantsOf("a.ts", "f(1); f(1);").map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

const coverage = (
  testFile: string,
  cpuSeconds: number,
  lineCount: number,
  line: number,
): Coverage => ({
  testFile,
  cpuSeconds,
  lineCount,
  lines: new Map([["a.ts", new Set([line])]]),
});

test("the most specific tests that cover the line are chosen first, within the budget, and one at least", () => {
  const all = [coverage("all", 1, 900, 7), coverage("own", 4, 20, 7), coverage("other", 1, 5, 8)];
  expect(chosenTests(all, { file: "a.ts", line: 7 }, 5)).toEqual(["own", "all"]);
  expect(chosenTests(all, { file: "a.ts", line: 7 }, 4)).toEqual(["own"]);
  expect(chosenTests(all, { file: "a.ts", line: 7 }, 0)).toEqual(["own"]);
  expect(chosenTests(all, { file: "b.ts", line: 7 }, 5)).toEqual([]);
});

test("a report of coverage tells which lines ran", () => {
  const report = "TN:\nSF:a.ts\nDA:1,4\nDA:2,0\nend_of_record\nSF:b.ts\nDA:9,1\nend_of_record\n";
  expect(readLcov(report)).toEqual(
    new Map([
      ["a.ts", new Set([1])],
      ["b.ts", new Set([9])],
    ]),
  );
});
