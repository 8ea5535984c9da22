import { afterAll, beforeAll, expect, test } from "bun:test";
import { runCases, type CaseResults, type StartCases } from "./run-cases.ts";

/**
 * A test for each case that ran in a program of its own, and one for how the program ended. The
 * second attempt of a test (`bun test --retry`) runs its case again.
 *
 * @param begin prepares what the cases need, and returns how their program starts; `end` undoes it
 */
export function testCases(
  names: readonly string[],
  begin: () => Promise<StartCases>,
  end: () => Promise<void>,
): void {
  let start: StartCases;
  let results: CaseResults;
  const failed = new Set<string>();
  beforeAll(async () => {
    start = await begin();
    results = await runCases(names, start);
  });
  afterAll(end);

  for (const name of names) {
    test(name, async () => {
      const { errors, output } = failed.has(name)
        ? await runCases([name], () => start(name))
        : results;
      const error = errors.get(name);
      if (error === null) return;
      failed.add(name);
      throw new Error(error ?? `The case was not run\n${output}`);
    });
  }

  test("the loop ends with the exit code it was given, and nothing was thrown in a callback", () => {
    const { exit, thrown } = results;
    expect({ code: exit.code, thrown }).toEqual({ code: 42, thrown: [] });
  });
}
