// Runs the cases of conformance for macOS as a Mac does, with the person simulated through AppKit,
// but over the stand-in, beside the program that shows its pages, whose port it gets: from the case
// with the given number. `apple-stage.test.ts` starts it, and reads its lines.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { partsOf } from "../../../../conformance/system-cases.ts";
import { AppleStage } from "../../../../conformance/macos/apple-stage.ts";
import { checkViolations, useStandIn } from "../../../../harness/objective-c/stand-in.ts";
import { takeViolations } from "../../../../harness/objective-c/violations.ts";
import "../../../../harness/wkwebview/all-classes.ts";
import { openPageLine } from "../../../../harness/wkwebview/page-line.ts";
import { soon } from "../../../../src/native/macos/loop.ts";
import { tell } from "../../case-program.ts";
import { appleCases } from "../cases/apple-cases.ts";
import { runNativeProgram } from "../../native-program.ts";

useStandIn();
// `npm run conformance -- --stand-in` also runs the cases without a simulated person.
const isWhole = process.env["FRAMEWORK_CONFORMANCE_CASES"] === "all";
const cases = isWhole ? ((await partsOf("macos"))["platform"]?.cases ?? []) : appleCases;
await openPageLine(Number(process.env["PAGES_PORT"]));
const root = mkdtempSync(join(tmpdir(), "framework-apple-"));
const code = runNativeProgram({
  root,
  openStage: (folder) => new AppleStage(folder),
  cases: cases.map(({ name, run }) => ({
    name,
    async run(stage: AppleStage) {
      await run(stage);
      checkViolations();
    },
  })),
  soon,
});
rmSync(root, { recursive: true });
for (const thrown of takeViolations()) tell({ thrown });
process.exit(code);
