// Runs the cases for Linux, as a program on a display: from the one whose number it is given, or only those with a
// word in their names. `linux.test.ts` starts it, and reads its lines.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { conformanceCases } from "../../src/native/conformance/cases.ts";
import { stageApp } from "../../src/native/conformance/stage.ts";
import { reportUncaughtTo } from "../../src/native/guard.ts";
import { soon } from "../../src/native/linux/loop.ts";
import { linuxCases } from "./linux-cases.ts";
import { LinuxStage, pause } from "./linux-stage.ts";
import { chosenCases, runCase, tell } from "./case-program.ts";

const hits = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(new URL("site.ts", import.meta.url), { workerData: hits });
const [address] = (await once(worker, "message")) as [string];
const site = { address, hits: () => Atomics.load(hits, 0) };
const root = mkdtempSync(join(tmpdir(), "framework-native-"));
const folder = join(root, "files");
mkdirSync(folder);
for (const name of ["a.txt", "b.txt"]) writeFileSync(join(folder, name), "");

const stage = new LinuxStage(folder);
reportUncaughtTo((error) => tell({ thrown: String(error) }));

const chosen = chosenCases([...conformanceCases, ...linuxCases]);

async function runAll(): Promise<void> {
  await stage.platform.calls["app.begin"](stageApp);
  for (const { name, run } of chosen) {
    const error = await runCase(name, () => run(stage, site), pause);
    tell({ name, error });
  }
}

soon(() => {
  void runAll().finally(() => void stage.platform.calls["app.quit"]({ code: 42 }));
});
const code = stage.platform.run();
rmSync(root, { recursive: true });
process.exit(code);
