import { describe } from "bun:test";
import { join } from "node:path";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import { missingPrograms, startSession, type Session } from "../../harness/display.ts";
import { linuxCases } from "./linux-cases.ts";
import { startedWith } from "./open-cases.ts";
import { testCases } from "./case-tests.ts";

const missing = missingPrograms();
if (missing.length > 0) console.warn(`skipped: ${missing.join(", ")} missing; see tools/setup.mjs`);

const names = [...conformanceCases, ...linuxCases].map(({ name }) => name);

// The loop of the platform leaves this process no turn, so the cases run in one of their own.
describe.skipIf(missing.length > 0)("the Linux platform", () => {
  let session: Session;

  testCases(
    names,
    async () => {
      session = await startSession();
      const program = join(import.meta.dir, "linux-program.ts");
      return (first) =>
        session.start([process.execPath, program, String(first)], { env: startedWith });
    },
    () => session[Symbol.asyncDispose](),
  );
});
