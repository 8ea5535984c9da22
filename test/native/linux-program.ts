// Runs every case for Linux in one process, as a program on a display: `linux.test.ts` starts it, and reads
// a line for each case.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { conformanceCases } from "../../src/native/conformance.ts";
import { reportUncaughtTo } from "../../src/native/guard.ts";
import { soon } from "../../src/native/linux/loop.ts";
import { linuxCases } from "./linux-cases.ts";
import { LinuxStage, pause } from "./linux-stage.ts";

const hits = new Int32Array(new SharedArrayBuffer(4));
const worker = new Worker(new URL("site.ts", import.meta.url), { workerData: hits });
const [address] = (await once(worker, "message")) as [string];
const site = { address, hits: () => Atomics.load(hits, 0) };
const root = mkdtempSync(join(tmpdir(), "framework-native-"));
const folder = join(root, "files");
mkdirSync(folder);
for (const name of ["a.txt", "b.txt"]) writeFileSync(join(folder, name), "");

const stage = new LinuxStage(folder);
reportUncaughtTo((error) =>
  console.log(JSON.stringify({ name: "nothing is thrown in a callback", error: String(error) })),
);

const patience = 30_000;

async function runAll(): Promise<void> {
  await stage.platform.calls["app.begin"]({
    name: "Conformance",
    identifier: "org.example.conformance",
    dataDirectory: null,
    cacheDirectory: null,
    schemes: ["framework", "asset"],
  });
  for (const { name, run } of [...conformanceCases, ...linuxCases]) {
    if (!name.includes(process.argv[2] ?? "")) continue;
    const start = performance.now();
    const tooLong = pause(patience).then(() => Promise.reject(new Error(`It took more than ${patience} ms`)));
    const error = await Promise.race([run(stage, site), tooLong]).then(
      () => null,
      (thrown: unknown) => (thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)),
    );
    console.log(JSON.stringify({ name, error, milliseconds: Math.round(performance.now() - start) }));
  }
}

soon(() => {
  void runAll().finally(() => void stage.platform.calls["app.quit"]({ code: 42 }));
});
const code = stage.platform.run();
rmSync(root, { recursive: true });
process.exit(code);
