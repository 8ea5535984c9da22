// The macOS platform passes the cases of every platform, and those of WebKit: on the stand-in for
// Apple's runtime, with real pages.

import { describe } from "bun:test";
import { join } from "node:path";
import { missingPrograms, startSession, type Session } from "../../../harness/display.ts";
import { startPages, type Pages } from "../../../harness/pages/start.ts";
import { testCases } from "../case-tests.ts";
import { macosCases } from "./cases/macos-cases.ts";

const missing = missingPrograms();
if (missing.length > 0) console.warn(`skipped: ${missing.join(", ")} missing; see tools/setup.mjs`);

const names = macosCases.map(({ name }) => name);

// The loop of the platform leaves this process no turn, so the cases run in one of their own.
describe.skipIf(missing.length > 0)("the platform for macOS", () => {
  let session: Session;
  let pages: Pages;

  testCases(
    names,
    async () => {
      session = await startSession();
      pages = await startPages(session);
      const program = join(import.meta.dir, "programs/platform-program.ts");
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
