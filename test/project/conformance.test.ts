// The report of `npm run conformance`, and the program that runs its cases.

import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  partVariable,
  pictureName,
  picturesVariable,
  stopAfterFirst,
} from "../../conformance/case-program.ts";
import { runPart } from "../../conformance/case-runs.ts";
import { renderPage } from "../../conformance/report-page.ts";
import {
  countOf,
  skipped,
  summaryOf,
  type CaseResult,
  type Report,
} from "../../conformance/report.ts";
import { partsOf } from "../../conformance/system-cases.ts";
import { missingPrograms, startSession } from "../../harness/display.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { systems } from "../../src/contract/target.ts";
import { conformanceCases } from "../../src/native/conformance/cases.ts";

const result = (more: Partial<CaseResult>): CaseResult => ({
  name: "a case",
  outcome: "passed",
  milliseconds: 12.3,
  text: null,
  picture: null,
  ...more,
});

const report = (...cases: readonly CaseResult[]): Report => ({
  format: 1,
  begun: "2026-11-28T16:00:00.000Z",
  seconds: 2,
  system: "windows",
  machine: { System: "Windows <11>" },
  parts: [{ name: "Platform", shows: "Windows.", cases }],
});

test("a report counts what passed, failed and was skipped", () => {
  const made = report(result({}), result({ outcome: "failed" }), ...skipped(["x", "y"], "no way"));
  expect(countOf(made)).toEqual({ passed: 1, failed: 1, skipped: 2 });
  expect(summaryOf(made)).toBe("1 passed, 1 failed, 2 skipped");
});

test("its page holds errors as text, reasons, and pictures themselves", () => {
  using dir = tempDir({ "a.png": "picture" });
  const failed = result({ outcome: "failed", text: "<b>wrong</b>", picture: "a.png" });
  const page = renderPage(report(failed, ...skipped(["other"], "needs a permission")), dir.path);
  expect(page).toContain("&#60;b&#62;wrong&#60;/b&#62;");
  expect(page).toContain("Windows &#60;11&#62;");
  expect(page).toContain("needs a permission");
  expect(page).toContain(`src="data:image/png;base64,${btoa("picture")}"`);
  expect(page.match(/(?:src|href)="(?!data:)/g)).toBeNull();
});

test("every system runs every case of conformance", async () => {
  for (const system of systems) {
    const parts = Object.values(await partsOf(system)).flatMap(({ cases }) => cases);
    expect(conformanceCases.filter((one) => !parts.includes(one))).toEqual([]);
  }
});

test("a part that cannot run has each case skipped, with the reason", async () => {
  const cases: CaseResult[] = [];
  const missing = () => "no permission";
  const part = { name: "Platform", shows: "", cases: conformanceCases, missing };
  const recorder = { folder: "/nowhere", add: (one: CaseResult) => void cases.push(one) };
  await runPart("platform", part, { command: [], env: {} }, recorder);
  expect(cases).toEqual(
    skipped(
      conformanceCases.map(({ name }) => name),
      "no permission",
    ),
  );
});

test("when the first three cases fail, no other is tried; when one of them passes, all are", async () => {
  const tries = async (...outcomes: readonly boolean[]): Promise<boolean[]> => {
    const stopping = stopAfterFirst();
    const tried: boolean[] = [];
    for (const passes of outcomes) {
      const run = (): Promise<void> => {
        tried.push(passes);
        return passes ? Promise.resolve() : Promise.reject(new Error("wrong"));
      };
      await stopping({ name: "a case", run })
        .run(null as never)
        .catch(() => {});
    }
    return tried;
  };
  expect(await tries(false, false, false, true, true)).toEqual([false, false, false]);
  expect(await tries(false, true, false, false, true)).toEqual([false, true, false, false, true]);
});

describe.skipIf(missingPrograms().length > 0)("on a display", () => {
  test("a case runs in a program of its own, and leaves a picture", async () => {
    await using session = await startSession();
    using dir = tempDir();
    const { platform } = await partsOf("linux");
    const last = (platform?.cases.length ?? 0) - 1;
    const main = join(import.meta.dir, "../../conformance/main.ts");
    await using program = session.start([process.execPath, main, String(last)], {
      env: { [partVariable]: "platform", [picturesVariable]: dir.path },
    });
    await program.endWith(42);
    const lines = program.output
      .filter(({ stream }) => stream === "out")
      .map(({ text }) => JSON.parse(text) as object);
    const { name } = platform?.cases[last] ?? { name: "" };
    expect(lines).toEqual([
      { begins: name },
      { name, error: null, milliseconds: expect.any(Number) },
    ]);
    const picture = join(dir.path, pictureName("platform", last));
    expect(existsSync(picture) && readFileSync(picture).subarray(1, 4).toString()).toBe("PNG");
  });
});
