import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { missingWine, startWine, type WineSession } from "../../../harness/wine.ts";
import { runCases, type CaseResults } from "../run-cases.ts";
import { dialogCases } from "./dialog-cases.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const names = dialogCases.map(({ name }) => name);

describe.skipIf(missing !== null)("Windows' dialogs", () => {
  let wine: WineSession;
  let results: CaseResults;

  beforeAll(async () => {
    wine = await startWine();
    const program = join(import.meta.dir, "dialog-program.ts");
    results = await runCases(names, (first) => wine.bun(program, [String(first)]));
  });

  afterAll(async () => {
    await wine[Symbol.asyncDispose]();
  });

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
});
