import { expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FolderWatch } from "../../../src/cli/dev/watch.ts";
import { tempDir } from "../../../harness/temp-dir.ts";
import { waitFor } from "../../../harness/wait.ts";

/** Watches a folder; `next` waits for the next report. */
function watched(files: Record<string, string>, elsewhere: readonly string[] = []) {
  const held = new DisposableStack();
  const dir = held.use(tempDir(files));
  const reports: string[][] = [];
  const short = (path: string) => path.slice(dir.path.length + 1);
  held.use(
    new FolderWatch({
      system: "linux",
      folder: join(dir.path, "app"),
      ignoring: () => (path) => path === "target" || path.endsWith(".swp"),
      files: () => elsewhere.map((path) => join(dir.path, path)),
      changed: (paths) => reports.push(paths.map(short)),
      unwatched: (problem) => reports.push([problem]),
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

test("files written, replaced, moved, removed or new are reported, in new folders, too", async () => {
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

test("a folder is followed that takes the place of another one, at once or after a while", async () => {
  using folder = watched({ "app/a.ts": "1", "app/sub/b.ts": "1", "next/a.ts": "1" });
  const isFollowed = async (file: string) => {
    for (const text of ["22", "333"]) {
      writeFileSync(folder.at(file), text);
      expect(await folder.next()).toEqual([file]);
    }
  };
  // As in a script that first removes its output.
  rmSync(folder.at("app/sub"), { recursive: true });
  mkdirSync(folder.at("app/sub"));
  await isFollowed("app/sub/b.ts");
  rmSync(folder.at("app"), { recursive: true });
  mkdirSync(folder.at("app"));
  writeFileSync(folder.at("app/a.ts"), "2");
  expect(await folder.next()).toEqual(["app/a.ts", "app/sub/b.ts"]);
  await isFollowed("app/a.ts");
  renameSync(folder.at("app"), folder.at("before"));
  renameSync(folder.at("next"), folder.at("app"));
  expect(await folder.next()).toEqual(["app/a.ts"]);
  await isFollowed("app/a.ts");
  rmSync(folder.at("app"), { recursive: true });
  expect(await folder.next()).toEqual(["app/a.ts"]);
  mkdirSync(folder.at("app"));
  await isFollowed("app/a.ts");
});

test("one save is one report, however many files it holds", async () => {
  using folder = watched({ "app/a.ts": "1" });
  for (let index = 0; index < 50; index += 1) writeFileSync(folder.at(`app/${index}.ts`), "1");
  expect((await folder.next()).length).toBe(50);
});

test("a change is reported while something else is written without a pause", async () => {
  using folder = watched({ "app/a.ts": "1" });
  using stack = new DisposableStack();
  const writing = setInterval(() => writeFileSync(folder.at("app/.log.swp"), "more"), 2);
  stack.defer(() => clearInterval(writing));
  writeFileSync(folder.at("app/a.ts"), "22");
  expect(await folder.next()).toEqual(["app/a.ts"]);
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

test("with another list, what has changed of the files that stay is reported, and nothing of the others", async () => {
  using dir = tempDir({ "stays.ts": "1", "goes.ts": "1", "comes.ts": "1", "ends.ts": "1" });
  const whole = (names: readonly string[]) => names.map((name) => join(dir.path, name));
  const reports: string[] = [];
  let files = whole(["stays.ts", "goes.ts", "ends.ts"]);
  using watch = new FolderWatch({
    system: "linux",
    files: () => files,
    changed: (paths) => reports.push(...paths),
    unwatched: (problem) => reports.push(problem),
  });
  for (const name of ["stays.ts", "goes.ts", "comes.ts"]) writeFileSync(join(dir.path, name), "22");
  rmSync(join(dir.path, "ends.ts"));
  files = whole(["stays.ts", "comes.ts", "ends.ts"]);
  watch.relist();
  expect(reports.splice(0)).toEqual(whole(["ends.ts", "stays.ts"]));
  writeFileSync(join(dir.path, "comes.ts"), "333");
  await waitFor("the new one", () => reports.length > 0);
  expect(reports).toEqual(whole(["comes.ts"]));
});

test("a file is seen whose folder is made later, and one in whose place there is a file", async () => {
  using folder = watched({ "app/a.ts": "1" }, ["one/two/more.ts", "one/two.ts/more.ts"]);
  mkdirSync(folder.at("one/two"), { recursive: true });
  writeFileSync(folder.at("one/two.ts"), "1");
  writeFileSync(folder.at("one/two/more.ts"), "1");
  expect(await folder.next()).toEqual(["one/two/more.ts"]);
  rmSync(folder.at("one"), { recursive: true });
  expect(await folder.next()).toEqual(["one/two/more.ts"]);
  mkdirSync(folder.at("one/two.ts"), { recursive: true });
  writeFileSync(folder.at("one/two.ts/more.ts"), "1");
  expect(await folder.next()).toEqual(["one/two.ts/more.ts"]);
});

// The system's limit of watches per user is smaller in a separate namespace.
const limited = (limit: string, most: number): string[] => [
  "unshare",
  "--map-root-user",
  "sh",
  "-c",
  `echo ${most} >/proc/sys/user/${limit} && exec "$0" "$@"`,
];
const canLimit =
  process.platform === "linux" &&
  Bun.spawnSync([...limited("max_inotify_watches", 1), "true"]).exitCode === 0;

for (const [limit, most, unwatched, setting] of [
  ["max_inotify_watches", 1, "app/a", "fs.inotify.max_user_watches=524288"],
  ["max_inotify_instances", 0, "app", "fs.inotify.max_user_instances=1024"],
] as const) {
  test.skipIf(!canLimit)(
    `folders that ${limit} leaves out are reported once (needs unshare)`,
    () => {
      using dir = tempDir({ "app/a/b/x.ts": "" });
      const app = join(dir.path, "app");
      const watch = `new FolderWatch({ system: "linux", folder: ${JSON.stringify(app)}, changed: () => {}, unwatched: console.log });`;
      expect(within(limit, most, "FolderWatch", "watch.ts", watch)).toBe(
        `Cannot watch "${join(dir.path, unwatched)}": your programs watch as much as they may. ` +
          `End some of them, or run: sudo sysctl ${setting}\n` +
          "Until the next start, changes there are not seen\n",
      );
    },
  );
}

test.skipIf(!canLimit)("a page's server that may watch nothing says so (needs unshare)", () => {
  using dir = tempDir({ "index.html": "<!doctype html>" });
  const options = JSON.stringify({
    system: "linux",
    folder: dir.path,
    socketFolder: dir.path,
    port: null,
    policy: null,
  });
  const roots = JSON.stringify(join(import.meta.dir, "../../../src/disk/roots.ts"));
  const start = `(await import(${roots})).openRoot(${JSON.stringify(dir.path)}); await PageServer.start(${options}).catch((error) => console.log(error.name, error.message));`;
  expect(within("max_inotify_instances", 0, "PageServer", "page-server.ts", start)).toBe(
    `UserError Cannot watch "${dir.path}": your programs watch as much as they may. ` +
      "End some of them, or run: sudo sysctl fs.inotify.max_user_instances=1024\n",
  );
});

/** The output of code with a class of `framework dev` under a smaller limit of watches. */
function within(limit: string, most: number, name: string, file: string, code: string): string {
  const from = join(import.meta.dir, "../../../src/cli/dev", file);
  const program = `import { ${name} } from ${JSON.stringify(from)}; ${code} process.exit();`;
  const { stdout, stderr } = Bun.spawnSync([
    ...limited(limit, most),
    process.execPath,
    "-e",
    program,
  ]);
  return stdout.toString() + stderr.toString();
}
