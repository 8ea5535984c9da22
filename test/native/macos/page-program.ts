// Runs the cases about pages on macOS, over the stand-in, as a program beside the one that shows the pages, whose port it is
// told: `page-stories.test.ts` starts it, and reads its lines.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPageLine } from "../../../harness/wkwebview/page-line.ts";
import { pageCases } from "../../../src/native/conformance/pages.ts";
import { soon } from "../../../src/native/macos/loop.ts";
import { runNativeProgram } from "../native-program.ts";
import { macosPageCases } from "./page-cases.ts";
import { PageStage } from "./page-stage.ts";

await openPageLine(Number(process.env["PAGES_PORT"]));
const root = mkdtempSync(join(tmpdir(), "framework-macos-"));
const code = runNativeProgram({
  root,
  openStage: (folder) => new PageStage(folder),
  cases: [...pageCases, ...macosPageCases],
  soon,
});
rmSync(root, { recursive: true });
process.exit(code);
