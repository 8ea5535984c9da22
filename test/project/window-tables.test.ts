// The tables of window fields and operations. What else a row needs is asked by the compiler.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { windowFieldRows } from "../../src/contract/window/fields.ts";
import { windowOperationRows } from "../../src/contract/window/operations.ts";
import { madeType } from "../../tools/generate/made-type.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/platforms.md"), "utf8");
const [, fields = "", operations = ""] = page.split(/^## Window (?:options|operations) .*$/m);

/** The names in the first column of a table. */
function namedIn(table: string): Set<string> {
  const cells = [...table.matchAll(/^\| ([^|]*)\|/gm)].map(([, cell = ""]) => cell);
  return new Set(
    cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)),
  );
}

test("docs/platforms.md says of every field of a window where it works", () => {
  const output = namedIn(fields);
  expect(windowFieldRows.map(([name]) => name).filter((name) => !output.has(name))).toEqual([]);
});

test("docs/platforms.md says of every operation of a window where it works", () => {
  const output = namedIn(operations);
  expect(windowOperationRows.map(([name]) => name).filter((name) => !output.has(name))).toEqual([]);
});

test("a configuration is read without the schema library", async () => {
  const importers: string[] = [];
  await Bun.build({
    entrypoints: [join(root, "src/config/index.ts")],
    target: "bun",
    plugins: [
      {
        name: "schema library",
        setup(build) {
          build.onResolve({ filter: /^valibot$/ }, ({ importer }) => void importers.push(importer));
        },
      },
    ],
  });
  expect(importers).toEqual([]);
});

test("the reference says what each operation takes, with the comments of its row", () => {
  const text = madeType("WindowOperations") ?? "";
  for (const line of [
    "center: null;",
    '/** `null`: no longer needed. */\n  requestUserAttention: "Critical" | "Informational" | null;',
    "setIcon: Uint8Array;",
    '/** The content area. */\n  setSize: { type: "Logical" | "Physical"; width: number; height: number };',
  ])
    expect(text).toContain(line);
  expect(madeType("WindowState")).toBeNull();
});
