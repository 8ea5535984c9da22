// Runs the cases about pages on macOS, over the stand-in, as a program beside the one that shows the pages, whose port it is
// told: `page-stories.test.ts` starts it, and reads its lines.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { checkViolations } from "../../../harness/objective-c/stand-in.ts";
import { openPageLine } from "../../../harness/wkwebview/page-line.ts";
import { pageCases } from "../../../src/native/conformance/pages.ts";
import { soon } from "../../../src/native/macos/loop.ts";
import { runNativeProgram } from "../native-program.ts";
import { webKitCases } from "../webkit-cases.ts";
import { macosPageCases } from "./page-cases.ts";
import { PageStage } from "./page-stage.ts";

const hits = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(new URL("../site.ts", import.meta.url), { workerData: hits });
const [address] = (await once(worker, "message")) as [string];
const site = { address, hits: () => Atomics.load(hits, 0) };

await openPageLine(Number(process.env["PAGES_PORT"]));
const root = mkdtempSync(join(tmpdir(), "framework-macos-"));
const code = runNativeProgram({
  root,
  openStage: (folder) => new PageStage(folder),
  cases: [...pageCases, ...webKitCases, ...macosPageCases].map(({ name, run }) => ({
    name,
    async run(stage: PageStage) {
      await run(stage, site);
      checkViolations();
    },
  })),
  soon,
});
rmSync(root, { recursive: true });
process.exit(code);
