import { afterAll, beforeAll, expect, test } from "bun:test";
import type { CaseResults } from "./run-cases.ts";

/**
 * A test for each case that ran in a program of its own, and one for how the program ended.
 *
 * @param begin runs the cases; `end` returns their report
 */
export function testCases(
  names: readonly string[],
  begin: () => Promise<CaseResults>,
  end: () => Promise<void>,
): void {
  let results: CaseResults;
  beforeAll(async () => {
    results = await begin();
  });
  afterAll(end);

  for (const name of names) {
    test(name, () => {
      const error = results.errors.get(name);
      if (error !== null) throw new Error(error ?? `The case was not run\n${results.output}`);
    });
  }

  test("the loop ends with the exit code it was given, and nothing was thrown in a callback", () => {
    const { exit, thrown } = results;
    expect({ code: exit.code, thrown }).toEqual({ code: 42, thrown: [] });
  });
}
