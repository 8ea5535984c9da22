// The platform for Windows passes what every platform passes: under Wine, with real pages.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import { startStandIn, type StandIn } from "../../harness/webview2/start.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { runCases, type CaseResults } from "../native/run-cases.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const names = conformanceCases.map(({ name }) => name);

describe.skipIf(missing !== null)("the platform for Windows", () => {
  let wine: WineSession;
  let standIn: StandIn;
  let results: CaseResults;

  beforeAll(async () => {
    wine = await startWine();
    standIn = await startStandIn(wine);
    const program = join(import.meta.dir, "platform-program.ts");
    results = await runCases(names, (first) => wine.bun(program, [String(first)], { env: standIn.env }));
  });

  afterAll(async () => {
    await standIn?.[Symbol.asyncDispose]();
    await wine?.[Symbol.asyncDispose]();
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

  test("the engine was used as it is documented, and nothing of any window is held at the end", () => {
    const report = standIn.report();
    expect(report.filter((line) => "wrong" in line)).toEqual([]);
    expect(report.findLast((line) => "alive" in line)).toEqual({ alive: ["Environment"] });
  });
});
