// The platform for Windows passes what every platform passes: under Wine, with real pages.

import { describe, expect, test } from "bun:test";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import { missingWine } from "../../harness/wine.ts";
import { windowsQuestionCases } from "./cases/question-cases.ts";
import { casesUnderWine } from "./cases/shared-cases.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const names = [...conformanceCases, ...windowsQuestionCases].map(({ name }) => name);

describe.skipIf(missing !== null)("the platform for Windows", () => {
  const session = casesUnderWine(names, "platform-program.ts");

  test("the engine was used as it is documented, and nothing of any window is held at the end", () => {
    const report = session.standIn.report();
    expect(report.filter((line) => "wrong" in line)).toEqual([]);
    expect(report.findLast((line) => "alive" in line)).toEqual({ alive: ["Environment"] });
  });
});
