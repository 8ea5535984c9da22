// Runs the cases for Linux, as a program on a display: from the case with the given number, or only
// those with a word in their names. `linux.test.ts` starts it, and reads its lines.
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import { soon } from "../../src/native/linux/loop.ts";
import { linuxCases } from "./linux-cases.ts";
import { LinuxStage } from "./linux-stage.ts";
import { runNativeProgram } from "./native-program.ts";

const hits = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(new URL("site.ts", import.meta.url), { workerData: hits });
const [address] = (await once(worker, "message")) as [string];
const site = { address, hits: () => Atomics.load(hits, 0) };

const root = mkdtempSync(join(tmpdir(), "framework-native-"));
const code = runNativeProgram({
  root,
  openStage: (folder) => new LinuxStage(folder),
  cases: [...conformanceCases, ...linuxCases].map(({ name, run }) => ({
    name,
    run: (stage: LinuxStage) => run(stage, site),
  })),
  soon,
});
rmSync(root, { recursive: true });
process.exit(code);
