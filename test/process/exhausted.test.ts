// A process that may open no more files refuses what pages ask of it, with the reason, and goes on.

import { expect, test } from "bun:test";
import { join } from "node:path";

const program = join(import.meta.dir, "../fixtures/exhausted-program.ts");
const reason =
  "the app has too many files open; close some of them, or raise its limit (ulimit -n)";

test.skipIf(process.platform !== "linux")(
  "programs and requests are refused while no file can be opened",
  () => {
    using server = Bun.serve({ port: 0, fetch: () => new Response("") });
    for (const free of [0, 1, 2, 3, 4]) {
      const { stdout, stderr, exitCode } = Bun.spawnSync([
        "/bin/sh",
        "-c",
        'ulimit -n 64; exec "$0" "$@"',
        process.execPath,
        program,
        String(free),
        `http://127.0.0.1:${server.port}/`,
      ]);
      const [started, answered] = stdout.toString().trim().split("\n");
      if (free < 2) expect(started).toBe(`Cannot run "true": ${reason}`);
      expect([answered, exitCode, stderr.toString()]).toEqual([reason, 0, ""]);
    }
  },
);
