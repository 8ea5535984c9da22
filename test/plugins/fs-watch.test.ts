// On Linux alone: the disk of this machine is watched.

import { expect, jest, spyOn, test } from "bun:test";
import { getEventListeners } from "node:events";
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type * as watchApi from "../../plugins/fs-watch/api.ts";
import { Changes } from "../../plugins/fs-watch/changes.ts";
import { fsWatch } from "../../plugins/fs-watch/index.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { defineApp } from "../../src/app/index.ts";
import { startInMemory } from "../support/app/memory-app.ts";
import { rejection } from "../support/page-api.ts";
import { pageHalf } from "../support/page-half.ts";

/** Starts an app that may reach a folder with these files. */
async function start(
  files: Record<string, string> = {},
  allow: Record<string, boolean> = { watch: true },
) {
  const folder = tempDir({ "in/.keep": "", ...files });
  const inside = join(folder.path, "in");
  const app = await startInMemory({
    definition: defineApp({ plugins: [fsWatch()] }),
    config: {
      plugins: { "fs-watch": { allowlist: allow } },
      framework: { allowlist: { fs: { scope: [inside, `${inside}/**`] } } },
    },
  });
  const half = await pageHalf<typeof watchApi>("fs-watch", app.page);
  return Object.assign(app, {
    half,
    outside: folder.path,
    path: (name = "") => join(inside, name),
    write: (name: string, text = "x") => writeFileSync(join(inside, name), text),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  });
}

/** Collects what a watch tells, as `create a.txt`. */
function collect(app: { path(name?: string): string }) {
  const output = new Set<string>();
  const hear = ({ type, paths, attrs }: watchApi.RawEvent): void => {
    const word = typeof type === "string" ? `${type} ${attrs.flag}` : Object.keys(type)[0];
    for (const path of paths)
      output.add(`${word} ${path.replace(app.path(), "").replace(/^\//, "")}`);
  };
  const has = (...wanted: string[]): Promise<unknown> =>
    waitFor(wanted.join(), () => wanted.every((each) => output.has(each)), {
      state: () => [...output].join("\n"),
    });
  return { output, hear, has };
}

test("each change of a tree is reported at once: files, folders, renames, and what is in a new folder", async () => {
  using app = await start({ "in/sub/a": "a" });
  const { hear, has } = collect(app);
  const stop = await app.half.watchImmediate(app.path(), hear, { recursive: true });
  app.write("sub/a", "b");
  await has("modify sub/a");
  renameSync(app.path("sub/a"), app.path("b"));
  await has("remove sub/a", "create b");
  mkdirSync(app.path("new"));
  await has("create new");
  app.write("new/c");
  await has("create new/c");
  rmSync(app.path("new"), { recursive: true });
  await has("remove new/c", "remove new");
  stop();
});

test("a file in the place of a folder is reported, as are the removed files of the folder", async () => {
  using app = await start({ "in/sub/a": "a" });
  const { hear, has } = collect(app);
  const stop = await app.half.watchImmediate(app.path(), hear, { recursive: true });
  // Both before the first event comes.
  rmSync(app.path("sub"), { recursive: true });
  app.write("sub");
  await has("remove sub/a", "create sub");
  stop();
});

test("a folder that is not watched recursively tells what is directly in it", async () => {
  using app = await start({ "in/sub/a": "a" });
  const { hear, has, output } = collect(app);
  await app.half.watchImmediate(app.path(), hear);
  app.write("sub/a", "b");
  app.write("b");
  await has("create b");
  expect([...output].filter((each) => each.includes("sub/a"))).toEqual([]);
});

test("a file is watched on when another one takes its place, as editors save", async () => {
  using app = await start({ "in/a": "1", "in/b": "1" });
  const { hear, has, output } = collect(app);
  await app.half.watchImmediate([app.path("a")], hear);
  for (const word of ["create a", "modify a"]) {
    app.write("new");
    renameSync(app.path("new"), app.path("a"));
    await has("create a");
    app.write("a", word);
    app.write("b", word);
    await has("modify a");
    output.clear();
  }
  rmSync(app.path("a"));
  await has("remove a");
  expect([...output].filter((each) => each.endsWith(" b"))).toEqual([]);
});

/** Changes in transit, by a clock that moves with `pass`, and the lists that the page gets. */
function hold(delay: number) {
  jest.useFakeTimers();
  const batches: unknown[] = [];
  const changes = new Changes(delay, {
    emit: (events) => void batches.push(events),
    admits: () => true,
  });
  return {
    batches,
    change: (path: string) => changes.add(path, { modify: { kind: "any" } }),
    pass: (milliseconds: number) => jest.advanceTimersByTime(milliseconds),
    [Symbol.dispose]() {
      changes.close();
      jest.useRealTimers();
    },
  };
}

test("a burst of changes is held back until it is quiet, and each path is reported once", () => {
  using held = hold(100);
  for (let round = 0; round < 5; round++) {
    for (const path of ["/a", "/b"]) held.change(path);
    held.pass(15);
  }
  held.pass(80);
  expect(held.batches).toEqual([]);
  held.pass(1000);
  expect(held.batches).toEqual([
    [
      { kind: "Any", path: "/a" },
      { kind: "Any", path: "/b" },
    ],
  ]);
});

test("a pause that is longer than a timer can be is waited for without a busy loop", () => {
  using held = hold(1e12);
  held.change("/a");
  using timers = spyOn(globalThis, "setTimeout");
  held.pass(10_000);
  expect([timers.mock.calls.length, held.batches]).toEqual([0, []]);
});

test("a path that does not become quiet is reported as it goes on", () => {
  using held = hold(100);
  for (let round = 0; round < 25; round++) {
    held.change("/a");
    held.pass(10);
  }
  const goesOn = [{ kind: "AnyContinuous", path: "/a" }];
  expect(held.batches).toEqual([goesOn, goesOn]);
  held.pass(1000);
  expect(held.batches).toEqual([goesOn, goesOn, [{ kind: "Any", path: "/a" }]]);
});

test("a page gets the changes that are held back", async () => {
  using app = await start();
  const events: watchApi.DebouncedEvent[] = [];
  await app.half.watch(app.path(), (more) => void events.push(...more), { delayMs: 80 });
  for (const name of ["a", "b"]) app.write(name);
  for (const name of ["a", "b"])
    await waitFor(name, () =>
      events.some(({ kind, path }) => kind === "Any" && path === app.path(name)),
    );
});

test("more changes than fit are one event, and later changes are reported again", async () => {
  using app = await start();
  const { hear, has, output } = collect(app);
  await app.half.watchImmediate(app.path(), hear);
  for (let index = 0; index < 6000; index++) app.write(`f${index}`, "");
  await has("other rescan ");
  await waitFor(
    "an event of one path",
    () => (app.write("last"), output.has("modify last") || output.has("create last")),
  );
});

test("a watch ends when the page says so, and with its page", async () => {
  using app = await start();
  const first = collect(app);
  const second = collect(app);
  const stop = await app.half.watchImmediate(app.path(), first.hear);
  await app.half.watchImmediate(app.path(), second.hear);
  stop();
  app.write("a");
  await second.has("create a");
  expect(first.output.size).toBe(0);
  app.platform.navigate("main");
  const next = await pageHalf<typeof watchApi>("fs-watch", app.pageOf("main"));
  const third = collect(app);
  await next.watchImmediate(app.path(), third.hear);
  app.write("b");
  await third.has("create b");
  expect([...second.output].filter((each) => each.endsWith(" b"))).toEqual([]);
});

test("an open page keeps nothing of the watches that it has ended", async () => {
  using app = await start();
  const page = app.services.documents.signalOfWindow("main");
  const args = { id: 1, paths: [app.path()], options: { recursive: false } };
  const before = getEventListeners(page, "abort").length;
  for (let round = 0; round < 3; round++) {
    await app.page.invoke("plugin:fs-watch|watch", args);
    await app.page.invoke("plugin:fs-watch|unwatch", { id: 1 });
  }
  expect(getEventListeners(page, "abort").length).toBe(before);
});

test("a path that is not there, is outside or has no flag is refused", async () => {
  using app = await start({ "out/a": "" });
  const refused = (path: string) => rejection(app.half.watch(path, () => {}));
  expect(await refused(app.path("missing"))).toBe(
    `not-found: Cannot watch "${app.path("missing")}": there is no such file or folder`,
  );
  expect(await refused(join(app.outside, "out"))).toStartWith("out-of-scope: Cannot watch ");
  expect(await refused(`${app.path()}/../out`)).toStartWith("bad-argument: ");
  expect(await refused("in")).toStartWith("bad-argument: ");
  using shut = await start({}, {});
  expect(await rejection(shut.half.watch(shut.path(), () => {}))).toContain(
    "set plugins.fs-watch.allowlist.watch to true",
  );
});

test("a page watches a limited number of paths", async () => {
  using app = await start();
  const all = Array.from({ length: 256 }, () => app.path());
  const stop = await app.half.watch(all, () => {});
  expect(await rejection(app.half.watch(app.path(), () => {}))).toContain(
    "a page may watch 256 paths at once",
  );
  stop();
  await app.half.watch(app.path(), () => {});
});

let renamed = 0;
const tempName = (path: string): string => `${path}${++renamed}`;
const remove = (path: string): void => rmSync(path, { recursive: true });
for (const [what, lose, watched, back] of [
  ["was removed", remove, "one/sub", "other rescan"],
  ["was renamed", (path) => renameSync(path, tempName(path)), "one/sub", "other rescan"],
  [
    "was removed with the one around it",
    (path) => remove(join(path, "..")),
    "one/sub",
    "other rescan",
  ],
  ["was removed with the watched file", remove, "one/sub/a", "create"],
] as [string, (path: string) => void, string, string][])
  for (const recursive of [true, false])
    test(`a folder that ${what} and is made again is watched on${recursive ? ", recursively" : ""}`, async () => {
      using app = await start({ "in/one/sub/a": "" });
      const { hear, has, output } = collect(app);
      await app.half.watchImmediate(app.path(watched), hear, { recursive });
      for (const round of ["1", "2"]) {
        lose(app.path("one/sub"));
        await has(`remove ${watched}`);
        mkdirSync(app.path("one"), { recursive: true });
        mkdirSync(app.path("one/sub"));
        app.write("one/sub/a");
        await has(`${back} ${watched}`);
        output.clear();
        app.write("one/sub/a", round);
        await has("modify one/sub/a");
        output.clear();
      }
    });

test("a folder that another one replaces at once is watched on", async () => {
  using app = await start({ "in/sub/a": "" });
  const { hear, has } = collect(app);
  await app.half.watchImmediate(app.path("sub"), hear);
  remove(app.path("sub"));
  mkdirSync(app.path("sub"));
  await has("other rescan sub");
  app.write("sub/a");
  await has("create sub/a");
});

test("a link out of the scope in the place of a watched folder is not followed", async () => {
  using app = await start({ "in/sub/a": "", "out/a": "" });
  const { hear, has, output } = collect(app);
  await app.half.watchImmediate(app.path("sub"), hear);
  rmSync(app.path("sub"), { recursive: true });
  await has("remove sub");
  symlinkSync(join(app.outside, "out"), app.path("sub"));
  writeFileSync(join(app.outside, "out/a"), "changed");
  rmSync(app.path("sub"));
  output.clear();
  mkdirSync(app.path("sub"));
  await has("other rescan sub");
  expect([...output]).toEqual(["other rescan sub"]);
});

test("changes behind a link in the folder are not reported", async () => {
  using app = await start({ "out/a": "" });
  symlinkSync(join(app.outside, "out"), app.path("link"));
  const { hear, has, output } = collect(app);
  await app.half.watchImmediate(app.path(), hear, { recursive: true });
  writeFileSync(join(app.outside, "out/a"), "changed");
  app.write("a");
  await has("create a");
  expect([...output].filter((each) => each.includes("link"))).toEqual([]);
});
