// Events that can end a store while it saves: it is killed at each system call that changes a file,
// the disk is full, and another process saves at the same time. At every moment there is one whole
// file, the old or the new one.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";

// Started some dozen times, for which one file takes half as long.
const folder = tempDir();
const program = join(folder.path, "store-program.js");
beforeAll(async () => {
  const entrypoints = [join(import.meta.dir, "store-program.ts")];
  await Bun.build({ entrypoints, target: "bun", outdir: folder.path });
});
afterAll(() => folder[Symbol.dispose]());

/** The generation that all values of a file are of. */
function generation(path: string): number {
  const values = new Set(
    Object.values(JSON.parse(readFileSync(path, "utf8")) as Record<string, number>),
  );
  expect(values.size).toBe(1);
  return [...values][0] as number;
}

/** The calls that change what is on a disk, as far as a save makes them. */
const calls = ["pwrite64", "write", "fsync", "rename", "unlink"];

for (const call of calls)
  test.skipIf(Bun.which("strace") === null)(
    `a store that is killed at any ${call} is the old one or the new one (skipped without strace)`,
    () => {
      using data = tempDir();
      const path = join(data.path, "a.json");
      execFileSync(process.execPath, [program, data.path]);
      let killed = 0;
      for (let when = 1; ; when++) {
        const before = generation(path);
        const { signal, stdout } = spawnSync("strace", [
          "-f",
          "-qq",
          "-o",
          "/dev/null",
          "-e",
          `trace=${call}`,
          "-e",
          `inject=${call}:signal=KILL:when=${when}`,
          process.execPath,
          program,
          data.path,
        ]);
        const after = generation(path);
        expect([before, before + 1]).toContain(after);
        // A save that was reported is complete.
        if (stdout.toString() !== "") expect(after).toBe(before + 1);
        if (signal === null) break;
        killed += 1;
      }
      expect(killed).toBeGreaterThan(0);
    },
  );

test("two processes that save at once keep every save of both", async () => {
  using data = tempDir();
  const run = (keys: string) => Bun.spawn([process.execPath, program, data.path, "25", keys]);
  const both = [run("100"), run("100")];
  expect(await Promise.all(both.map(({ exited }) => exited))).toEqual([0, 0]);
  const output = await Promise.all(
    both.map(async ({ stdout }) => (await stdout.text()).trim().split("\n").length),
  );
  expect(output).toEqual([25, 25]);
  generation(join(data.path, "a.json"));
});

test("a full disk keeps the old file, and the next save brings all (skipped where a disk cannot be mounted)", () => {
  using data = tempDir();
  const disk = join(data.path, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk], { stdio: "ignore" });
  } catch {
    return;
  }
  try {
    execFileSync(process.execPath, [program, disk]);
    const path = join(disk, "a.json");
    const { status, stderr } = spawnSync(process.execPath, [program, disk, "1", "10000"]);
    expect([status, stderr.toString()]).toEqual([1, expect.stringContaining("ENOSPC")]);
    expect(generation(path)).toBe(1);
    execFileSync(process.execPath, [program, disk]);
    expect(generation(path)).toBe(2);
  } finally {
    execFileSync("umount", [disk]);
  }
});
