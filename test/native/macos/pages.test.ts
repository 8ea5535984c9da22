// Pages on macOS: the platform over the stand-in for Apple's runtime, with real pages of WebKitGTK.
import { describe } from "bun:test";
import { join } from "node:path";
import { missingPrograms, startSession } from "../../../harness/display.ts";
import { startPages } from "../../../harness/pages/start.ts";
import { pageCases } from "../../../src/native/conformance/pages.ts";
import { testCases } from "../case-tests.ts";
import { runCases } from "../run-cases.ts";
import { webKitCases } from "../webkit-cases.ts";
import { macosPageCases } from "./page-cases.ts";

const missing = missingPrograms();
if (missing.length > 0) console.warn(`skipped: ${missing.join(", ")} missing; see tools/setup.mjs`);

const names = [...pageCases, ...webKitCases, ...macosPageCases].map(({ name }) => name);

describe.skipIf(missing.length > 0)("pages on macOS", () => {
  const held = new AsyncDisposableStack();

  testCases(
    names,
    async () => {
      const session = held.use(await startSession());
      const pages = held.use(await startPages(session));
      const program = join(import.meta.dir, "page-program.ts");
      return runCases(names, (first) =>
        session.start([process.execPath, program, String(first)], {
          env: { PAGES_PORT: String(pages.port) },
        }),
      );
    },
    () => held.disposeAsync(),
  );
});
