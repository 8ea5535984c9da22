import { expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderWatch } from "../../src/cli/dev/watch.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";

/** Watches a folder; `next` waits for the next report. */
function watched(files: Record<string, string>, elsewhere: readonly string[] = []) {
  const held = new DisposableStack();
  const dir = held.use(tempDir(files));
  const reports: string[][] = [];
  const short = (path: string) => path.slice(dir.path.length + 1);
  held.use(
    new FolderWatch({
      folder: join(dir.path, "app"),
      isIgnored: (path) => path === "target" || path.endsWith(".swp"),
      files: elsewhere.map((path) => join(dir.path, path)),
      changed: (paths) => reports.push(paths.map(short)),
    }),
  );
  return {
    at: (path: string) => join(dir.path, path),
    next: async () => {
      await waitFor("a change", () => reports.length > 0);
      return reports.splice(0).flat();
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}

test("what is written, replaced, moved, removed or new is reported, in new folders, too", async () => {
  using folder = watched({ "app/a.ts": "1", "app/sub/b.ts": "1" });
  writeFileSync(folder.at("app/a.ts"), "2");
  expect(await folder.next()).toEqual(["app/a.ts"]);
  writeFileSync(folder.at("app/a.ts.tmp"), "3");
  renameSync(folder.at("app/a.ts.tmp"), folder.at("app/a.ts"));
  expect(await folder.next()).toEqual(["app/a.ts"]);
  mkdirSync(folder.at("app/new/deep"), { recursive: true });
  writeFileSync(folder.at("app/new/deep/c.ts"), "1");
  expect(await folder.next()).toEqual(["app/new/deep/c.ts"]);
  writeFileSync(folder.at("app/new/deep/c.ts"), "22");
  expect(await folder.next()).toEqual(["app/new/deep/c.ts"]);
  rmSync(folder.at("app/sub"), { recursive: true });
  expect(await folder.next()).toEqual(["app/sub/b.ts"]);
});

test("one save is one report, however many files it holds", async () => {
  using folder = watched({ "app/a.ts": "1" });
  for (let index = 0; index < 50; index += 1) writeFileSync(folder.at(`app/${index}.ts`), "1");
  expect((await folder.next()).length).toBe(50);
});

test("node_modules and what is ignored give no report", async () => {
  using folder = watched({ "app/a.ts": "1", "app/target/x": "1", "app/node_modules/y": "1" });
  writeFileSync(folder.at("app/target/x"), "2");
  writeFileSync(folder.at("app/node_modules/y"), "2");
  writeFileSync(folder.at("app/.a.ts.swp"), "2");
  utimesSync(folder.at("app"), 0, 0);
  writeFileSync(folder.at("app/a.ts"), "2");
  expect(await folder.next()).toEqual(["app/a.ts"]);
});

test("a single file elsewhere is watched, and not its neighbours", async () => {
  using folder = watched({ "app/a.ts": "1", "more.json": "{}", "other.json": "{}" }, ["more.json"]);
  writeFileSync(folder.at("other.json"), "{ }");
  writeFileSync(folder.at("more.json"), "{ }");
  expect(await folder.next()).toEqual(["more.json"]);
});
