// The plugin "store" on Windows' own calls, and the names of files that pages give on Windows.

import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { missingWine, startWine } from "../../harness/wine.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

test.skipIf(missing !== null)(
  "a store is written whole, read again, and never outside of its folder",
  async () => {
    await using wine = await startWine();
    const folder = join(wine.prefix, "drive_c/data");
    mkdirSync(folder);
    await using program = wine.bun(join(import.meta.dir, "programs/store-program.ts"), [
      "C:\\data",
    ]);
    const { out, err } = await program.result();
    expect(err).toBe("");
    const { refused, ...others } = JSON.parse(out.trim()) as { refused: readonly unknown[] };
    expect(others).toEqual({
      file: '{"ünï":[1],"b":2}',
      again: [
        ["ünï", [1]],
        ["b", 2],
      ],
      isLocked: true,
    });
    for (const code of refused)
      expect(["out-of-scope", "bad-argument", "bad-path"]).toContain(code as string);
  },
);
