// A program that an app starts has the soft limit of open files that the app itself was started
// with: Bun raises its own.

import { expect, test } from "bun:test";
import { join } from "node:path";

const program = join(import.meta.dir, "../fixtures/limits-program.ts");

/**
 * The output of a program whose parent has these limits. `exec`: the parent is this process, which
 * is Bun.
 */
function limitsUnder(shell: string, held = 0): string[] {
  const script = `${shell} "$0" "$@"; exit $?`;
  const command = ["/bin/sh", "-c", script, process.execPath, program, String(held)];
  const { stdout, stderr } = Bun.spawnSync(command);
  return [
    ...stdout.toString().trim().split("\n"),
    ...(stderr.length > 0 ? [stderr.toString()] : []),
  ];
}

const opened = "1500 files are open";

for (const [name, shell, held, expected] of [
  ["the parent's soft limit is the program's", "ulimit -n 4096; ulimit -Sn 512;", 0, "512 4096"],
  ["a parent with no soft limit of its own leaves it as it is", "ulimit -n 4096;", 0, "4096 4096"],
  [
    "a parent that is Bun has raised its own, and the usual one counts",
    "ulimit -n 4096; exec",
    0,
    "1024 4096",
  ],
  [
    "an app with too many open files leaves it as it is",
    "ulimit -n 4096; ulimit -Sn 1024;",
    1000,
    "4096 4096",
  ],
] as const) {
  test.skipIf(process.platform !== "linux")(name, () => {
    expect(limitsUnder(shell, held)).toEqual([expected, opened]);
  });
}
