import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

// The tool writes, moves and removes files through src/disk, which follows no link below a root and
// empties only folders of the tool. It also reads through src/disk, because a pipe with the name of
// a file would block it.

/**
 * Calls that look at the disk without opening or changing anything. `readSync` and `writeSync` work
 * on files that src/disk has opened.
 */
const harmless = [
  "FSWatcher",
  "closeSync",
  "fstatSync",
  "writeSync",
  "FileHandle",
  "existsSync",
  "lstat",
  "lstatSync",
  "readSync",
  "readdir",
  "readdirSync",
  "readlinkSync",
  "realpathSync",
  "stat",
  "statSync",
  "watch",
];

/** Other ways to a file than an import of these names. */
const others =
  /\bBun\.(?:write|file)\b|\.writer\(|\brequire\(["'](?:node:)?fs|import\(["'](?:node:)?fs|getBuiltinModule\(["'](?:node:)?fs|from ["']fs\b|import (?:\w+|\* as \w+)(?:, \{[^}]*\})? from ["']node:fs/;

const mayOpen = [
  // Sends files of the developer's own pages, whose path and kind it has looked at.
  "src/cli/dev/page-server.ts",
  // Asks for the type of a file's name, which no disk is needed for.
  "src/bundler/opens.ts",
];

/** The names by which a source opens files or changes the disk. */
function opens(source: string): readonly string[] {
  const imported = source.matchAll(/import (?:type )?\{([^}]*)\} from "node:fs(?:\/promises)?";/g);
  const names = [...imported].flatMap(([, list = ""]) =>
    list.split(",").map(
      (one) =>
        one
          .trim()
          .replace(/^type /, "")
          .split(" as ")[0] ?? "",
    ),
  );
  return [
    ...names.filter((name) => name !== "" && !harmless.includes(name)),
    ...(others.exec(source) ?? []).slice(0, 1),
  ];
}

test("the tool opens, writes and removes files in src/disk alone", () => {
  const files = ["cli", "bundler", "config"].flatMap((room) => [
    ...new Bun.Glob(`src/${room}/**/*.ts`).scanSync(root),
  ]);
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((file) => {
    const names = opens(readFileSync(join(root, file), "utf8"));
    return names.length === 0 || mayOpen.includes(file) ? [] : [`${file}: ${names.join(", ")}`];
  });
  expect(found).toEqual([]);
});

test("every other way to the disk is seen", () => {
  for (const source of [
    'import { existsSync, writeFileSync } from "node:fs";',
    'import {\n  rm as remove,\n} from "node:fs/promises";',
    'import { openSync } from "node:fs";',
    'import * as fs from "node:fs";',
    'import fs from "node:fs";',
    'import fs, { existsSync } from "node:fs";',
    'import { rmSync } from "fs";',
    'const { rm } = await import("node:fs/promises");',
    'require("fs").rmSync("a");',
    'process.getBuiltinModule("node:fs")',
    'await Bun.write("a", "b");',
    'Bun.file("a").writer()',
  ])
    expect([source, opens(source).length]).toEqual([source, 1]);
});
