// The platform for Windows passes what every platform passes: under Wine, with real pages.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import { startStandIn, type StandIn } from "../../harness/webview2/start.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { testCases } from "../native/case-tests.ts";
import { runCases } from "../native/run-cases.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const names = conformanceCases.map(({ name }) => name);

describe.skipIf(missing !== null)("the platform for Windows", () => {
  let wine: WineSession;
  let standIn: StandIn;

  testCases(
    names,
    async () => {
      wine = await startWine();
      standIn = await startStandIn(wine);
      const program = join(import.meta.dir, "platform-program.ts");
      return runCases(names, (first) => wine.bun(program, [String(first)], { env: standIn.env }));
    },
    async () => {
      await standIn?.[Symbol.asyncDispose]();
      await wine?.[Symbol.asyncDispose]();
    },
  );

  test("the engine was used as it is documented, and nothing of any window is held at the end", () => {
    const report = standIn.report();
    expect(report.filter((line) => "wrong" in line)).toEqual([]);
    expect(report.findLast((line) => "alive" in line)).toEqual({ alive: ["Environment"] });
  });
});
