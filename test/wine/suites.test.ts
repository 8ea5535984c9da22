// The tests that `npm test` runs on Windows pass there.

import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { missingWine, startWine } from "../../harness/wine.ts";
import suites from "../../tools/windows-suites.json" with { type: "json" };
import { root } from "../support/app/display-app.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

const leftOut = new Set([
  // Reads the types with a parser whose part for Windows npm installs on Windows alone.
  "./test/config/generated.test.ts",
  // Computes for longer than all others, and no system has a part in it: texts in, problems out.
  "./test/config/mutation.test.ts",
]);

const files = suites
  .flatMap((suite) =>
    suite.endsWith("/")
      ? readdirSync(join(root, suite))
          .filter((name) => name.endsWith(".test.ts"))
          .map((name) => suite + name)
      : [suite],
  )
  .filter((file) => !leftOut.has(file));

test.skipIf(missing !== null)("the tests of npm test on Windows pass there", async () => {
  await using wine = await startWine({ windowManager: false });
  const command = [wine.bunFile, wine.lentCalls, "test", "--timeout=300000"];
  // Two at a time: they take minutes on a busy machine, and a limit of their own ends each that
  // hangs.
  const halves = [0, 1].map((half) => files.filter((_, index) => index % 2 === half));
  const results = await Promise.all(
    halves.map((half) => wine.run([...command, ...half], { cwd: root, timeout: 280_000 })),
  );
  for (const [index, { code, err }] of results.entries()) {
    const lines = err.split("\n");
    // The failures are far above the sum.
    const wrong = lines.filter((line) => /^\(fail\)|^\w*[Ee]rror: /.test(line));
    const summary = [...wrong, ...lines.slice(-8)].join("\n");
    expect({ code, summary }).toEqual({ code: 0, summary: expect.stringContaining(" 0 fail\n") });
    expect(summary).toContain(`across ${halves[index]?.length} files`);
  }
});
