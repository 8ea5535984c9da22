// The conformance of a Mac, as `npm run conformance` runs it there, over the stand-in for Apple's
// runtime: what plays the person uses no more than AppKit has.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { accessibilityCases } from "../../../conformance/macos/accessibility.ts";
import { partsOf } from "../../../conformance/system-cases.ts";
import { missingPrograms, startSession, type Session } from "../../../harness/display.ts";
import { startPages, type Pages } from "../../../harness/pages/start.ts";
import { conformanceCases } from "../../../src/native/conformance/cases.ts";
import { testCases } from "../case-tests.ts";
import { appleCases } from "./cases/apple-cases.ts";

const missing = missingPrograms();
const names = appleCases.map(({ name }) => name);

test("only what chooses files in a panel needs a permission, and no case is left out", async () => {
  expect(accessibilityCases).toHaveLength(2);
  const parts = Object.values(await partsOf("macos")).flatMap(({ cases }) => cases);
  expect(new Set(parts)).toEqual(new Set(conformanceCases));
});

describe.skipIf(missing.length > 0)("the stage for a Mac", () => {
  let session: Session;
  let pages: Pages;

  testCases(
    names,
    async () => {
      session = await startSession();
      pages = await startPages(session);
      const program = join(import.meta.dir, "programs/apple-program.ts");
      return (first) =>
        session.start([process.execPath, program, String(first)], {
          env: { PAGES_PORT: String(pages.port) },
        });
    },
    async () => {
      await pages?.[Symbol.asyncDispose]();
      await session?.[Symbol.asyncDispose]();
    },
  );
});
