import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import { missingPrograms, startSession, type Session } from "../../harness/display.ts";
import { linuxCases } from "./linux-cases.ts";
import { startedWith } from "./open-cases.ts";
import { runCases, type CaseResults } from "./run-cases.ts";

const missing = missingPrograms();
if (missing.length > 0) console.warn(`skipped: ${missing.join(", ")} missing; see tools/setup.mjs`);

const names = [...conformanceCases, ...linuxCases].map(({ name }) => name);

// The loop of the platform leaves this process no turn, so the cases run in one of their own.
describe.skipIf(missing.length > 0)("the Linux platform", () => {
  let session: Session;
  let results: CaseResults;

  beforeAll(async () => {
    session = await startSession();
    const program = join(import.meta.dir, "linux-program.ts");
    results = await runCases(names, (first) =>
      session.start([process.execPath, program, String(first)], { env: startedWith }),
    );
  });

  afterAll(async () => {
    await session[Symbol.asyncDispose]();
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
