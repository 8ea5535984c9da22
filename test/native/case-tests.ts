import { afterAll, beforeAll, expect, test } from "bun:test";
import { runCases, type CaseResults, type StartCases } from "./run-cases.ts";

/**
 * A test for each case that ran in a program of its own, and one for how the program ended.
 *
 * @param begin prepares what the cases need, and returns how their program starts; `end` undoes it
 */
export function testCases(
  names: readonly string[],
  begin: () => Promise<StartCases>,
  end: () => Promise<void>,
): void {
  let results: CaseResults;
  beforeAll(async () => {
    results = await runCases(names, await begin());
  });
  afterAll(end);

  for (const name of names) {
    test(name, () => {
      const { errors, output } = results;
      const error = errors.get(name);
      if (error !== null) throw new Error(error ?? `The case was not run\n${output}`);
    });
  }

  test("the loop ends with the exit code it was given, and nothing was thrown in a callback", () => {
    const { exit, thrown } = results;
    expect({ code: exit.code, thrown }).toEqual({ code: 42, thrown: [] });
  });
}
