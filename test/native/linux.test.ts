import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { conformanceCases } from "../../src/native/conformance.ts";
import { missingPrograms, startSession, type Session } from "../support/display.ts";
import { linuxCases } from "./linux-cases.ts";

const missing = missingPrograms();
if (missing.length > 0) console.warn(`skipped: ${missing.join(", ")} missing; see tools/setup.mjs`);

interface Result {
  readonly name: string;
  readonly error: string | null;
}

// The loop of the platform leaves this process no turn, so the cases run in one of their own.
describe.skipIf(missing.length > 0)("the Linux platform", () => {
  let session: Session;
  const results = new Map<string, string | null>();
  let exitCode: number | null = null;
  let output = "";

  beforeAll(async () => {
    session = await startSession();
    const program = session.start([process.execPath, join(import.meta.dir, "linux-program.ts")]);
    exitCode = (await program.end({ timeout: 120_000 })).code;
    output = program.report();
    for (const { stream, text } of program.output) {
      if (stream !== "out") continue;
      const { name, error } = JSON.parse(text) as Result;
      results.set(name, error);
    }
  }, 150_000);

  afterAll(async () => {
    await session[Symbol.asyncDispose]();
  });

  for (const { name } of [...conformanceCases, ...linuxCases]) {
    test(name, () => {
      const error = results.get(name);
      if (error !== null) throw new Error(error ?? `The case was not run\n${output}`);
    });
  }

  test("the loop ends with the exit code it was given, and nothing was thrown in a callback", () => {
    expect({ exitCode, thrown: results.get("nothing is thrown in a callback") }).toEqual({
      exitCode: 42,
      thrown: undefined,
    });
  });
});
