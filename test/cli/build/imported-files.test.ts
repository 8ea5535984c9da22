// The imports of the app's code.

import { expect, test } from "bun:test";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importedFiles } from "../../../src/cli/dev/imported-files.ts";
import { tempDir } from "../../../harness/temp-dir.ts";

function imported(files: Record<string, string>) {
  const dir = tempDir(files);
  return {
    at: (path: string) => join(dir.path, path),
    files: (...more: string[]) =>
      importedFiles(
        join(dir.path, "app/main.ts"),
        more.map((path) => join(dir.path, path)),
      ).files.map((path) => path.slice(dir.path.length + 1)),
    unread: () =>
      importedFiles(join(dir.path, "app/main.ts")).unread.map((path) =>
        path.slice(dir.path.length + 1),
      ),
    [Symbol.dispose]: () => dir[Symbol.dispose](),
  };
}

test("files beside the folder are found through others, and packages of the workspace, but none that are installed", () => {
  using project = imported({
    "app/main.ts": `import { a } from "./a.ts"; import { w } from "words"; import { i } from "installed";
import { defineApp } from "framework/app"; import { join } from "node:path"; import type { T } from "../types.ts";
console.log(a, w, i, defineApp, join, await import("../late.ts"), await import(String(1)));`,
    "app/a.ts": `export { b as a } from "../sources/b.ts";`,
    "sources/b.ts": `import "../app/a.ts"; export const b = 1;`,
    "late.ts": "",
    "types.ts": "export type T = 1;",
    "packages/words/package.json": '{ "name": "words", "exports": "./index.ts" }',
    "packages/words/index.ts": `import list from "./list.json"; export const w = list;`,
    "packages/words/list.json": "[]",
    "node_modules/installed/package.json": '{ "name": "installed", "main": "index.js" }',
    "node_modules/installed/index.js": "exports.i = 1;",
  });
  symlinkSync("../packages/words", project.at("node_modules/words"));
  expect(project.files()).toEqual([
    "app/a.ts",
    "app/main.ts",
    "late.ts",
    "packages/words/index.ts",
    "packages/words/list.json",
    "sources/b.ts",
  ]);
});

test("a file that cannot be read as a script, or is not there yet, is one of them", () => {
  using project = imported({
    "app/main.ts": `import "../broken.ts"; import "../sources/later.ts";`,
    "broken.ts": "export const = ;",
  });
  expect(project.files()).toEqual(["app/main.ts", "broken.ts", "sources/later.ts"]);
  expect(project.unread()).toEqual(["broken.ts", "sources/later.ts"]);
  mkdirSync(project.at("sources"));
  writeFileSync(project.at("sources/later.ts"), `import "../more.ts";`);
  writeFileSync(project.at("more.ts"), "");
  expect(project.files()).toEqual(["app/main.ts", "broken.ts", "more.ts", "sources/later.ts"]);
  rmSync(project.at("app/main.ts"));
  expect(project.files()).toEqual(["app/main.ts"]);
});

test("one that is not there is looked for by each name that its import may mean", () => {
  using project = imported({
    "app/main.ts": `import "../one"; import "../two.js"; import "installed";`,
  });
  const endings = ["cjs", "cts", "js", "jsx", "mjs", "mts", "ts", "tsx"];
  const names = ["one", "two"].flatMap((name) => endings.map((ending) => `${name}.${ending}`));
  expect(project.files()).toEqual(["app/main.ts", "one", ...names]);
});

test("threads, texts and links are among them, databases are not", () => {
  using project = imported({
    "source/real.ts": `import text from "./words.txt" with { type: "text" }; import db from "./notes.db" with { type: "sqlite" };
new Worker(new URL("./thread.ts", import.meta.url)); Bun.file(new URL("./log.txt", import.meta.url)); console.log(text, db);`,
    "source/words.txt": "one",
    "source/notes.db": "SQLite format 3\0",
    "source/log.txt": "",
    "source/thread.ts": `import "./deep.ts";`,
    "source/deep.ts": "",
    "app/other.txt": "",
  });
  symlinkSync("../source/real.ts", project.at("app/main.ts"));
  expect(project.files()).toEqual([
    "app/main.ts",
    "source/deep.ts",
    "source/real.ts",
    "source/thread.ts",
    "source/words.txt",
  ]);
});

test("imports that only the running app knows are followed: computed ones, and paths of the compiler's settings", () => {
  using project = imported({
    "app/main.ts": 'await import("./commands/" + name);',
    "app/commands/a.ts": `import "./b.ts";`,
    "app/commands/b.ts": "",
    "node_modules/installed/index.js": "",
  });
  const loaded = ["app/commands/a.ts", "node_modules/installed/index.js", "gone.ts"];
  expect(project.files(...loaded)).toEqual([
    "app/commands/a.ts",
    "app/commands/b.ts",
    "app/main.ts",
  ]);
});
