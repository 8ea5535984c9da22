import { expect, test } from "bun:test";
import { join } from "node:path";
import { appCases } from "./cases/app-cases.ts";

// A process has one app, which ends it.

const program = join(import.meta.dir, "programs/app-program.ts");

for (const [number, { name, code }] of appCases.entries()) {
  test(name, async () => {
    const run = Bun.spawn([process.execPath, program, String(number)], {
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, err] = await Promise.all([run.stdout.text(), run.stderr.text()]);
    expect({ code: await run.exited, out, err }).toEqual({ code, out: "", err: "" });
  });
}
