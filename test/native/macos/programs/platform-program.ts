// Runs the cases of the platform for macOS, over the stand-in, beside the program that shows its
// pages, whose port it gets: from the case with the given number, or only those with a word in
// their names. `platform.test.ts` starts it, and reads its lines.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { checkViolations, heldByApp } from "../../../../harness/objective-c/stand-in.ts";
import { takeViolations } from "../../../../harness/objective-c/violations.ts";
import { openPageLine } from "../../../../harness/wkwebview/page-line.ts";
import { soon } from "../../../../src/native/macos/loop.ts";
import { tell } from "../../case-program.ts";
import { runNativeProgram } from "../../native-program.ts";
import { macosCases } from "../cases/macos-cases.ts";
import { PageStage } from "../cases/page-stage.ts";

/**
 * True for objects that an app holds until it ends, and for the timers by which the cases
 * themselves wait.
 */
function isForGood(held: string): boolean {
  const names = [
    "WKWebsiteDataStore",
    "FrameworkSchemeHandler",
    "FrameworkApplicationDelegate",
    "NSTimer",
    // Rules that were compiled, and the executable, which is mapped.
    "WKContentRuleList",
    "NSData",
  ];
  return (
    names.some((name) => held.startsWith(`${name} ×1`)) || /^block .*macos\/loop\.ts/.test(held)
  );
}

const hits = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(new URL("../../site.ts", import.meta.url), { workerData: hits });
const [address] = (await once(worker, "message")) as [string];
const site = { address, hits: () => Atomics.load(hits, 0) };

await openPageLine(Number(process.env["PAGES_PORT"]));
const root = mkdtempSync(join(tmpdir(), "framework-macos-"));
const code = runNativeProgram({
  root,
  openStage: (folder) => new PageStage(folder),
  cases: macosCases.map(({ name, run }) => ({
    name,
    async run(stage: PageStage) {
      await run(stage, site);
      checkViolations();
    },
  })),
  soon,
});
rmSync(root, { recursive: true });
for (const thrown of takeViolations()) tell({ thrown });
for (const held of heldByApp()) if (!isForGood(held)) tell({ thrown: `Nobody let go of ${held}` });
process.exit(code);
