// The assumptions of front ends that were written for a similar framework, tested on the memory
// platform. The compiler checks that all names exist: test/types/front-end.ts.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineApp } from "../../src/app/index.ts";
import { baseDirectories, baseDirectoryNumbers } from "../../src/contract/paths.ts";
import type { MemoryApp } from "../support/app/memory-app.ts";
import { rejection, startWithApi } from "../support/page-api.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { startWindowApp } from "../support/window-api.ts";
import { UnhandledRejections } from "../support/unhandled-rejections.ts";
import { here, testOnEach } from "../support/each-system.ts";

/** The requests to the toolkit. */
const asked = ({ platform }: MemoryApp, call: string): unknown[] =>
  platform.recorded.filter((one) => one.call === call).map(({ args }) => args);

testOnEach("a folder is named by its number or its name", async () => {
  using home = tempDir({ "a.txt": "a" });
  using started = await startWithApi({
    allow: ["fs.all"],
    config: { framework: { allowlist: { fs: { scope: [`${here(home.path)}/*`] } } } },
  });
  const folders = started.app.services.baseDirectories as Record<string, string | null>;
  folders["HOME"] = here(home.path);
  const { fs } = started.api;
  expect(fs.BaseDirectory.Home).toBe(11);
  expect(await fs.exists("a.txt", { dir: fs.BaseDirectory.Home })).toBe(true);
  expect(await fs.exists("a.txt", { dir: "HOME" })).toBe(true);
  expect(await rejection(fs.exists("a.txt", { dir: 26 as never }))).toStartWith(
    'bad-argument: Cannot run "fs.exists": "options.dir" is 26, it must be ',
  );
  expect<number>(baseDirectories.length).toBe(baseDirectoryNumbers.at(-1)!);
});

testOnEach("append is an option of every function that takes a file's options", async () => {
  using folder = tempDir({ a: "1" });
  using started = await startWithApi({
    allow: ["fs.all"],
    config: { framework: { allowlist: { fs: { scope: [`${here(folder.path)}/*`] } } } },
  });
  const { fs } = started.api;
  const path = here(folder.path, "a");
  const append = { append: true };
  await fs.writeTextFile(path, "2", append);
  await fs.writeTextFile({ path, contents: "3" }, append);
  await fs.writeBinaryFile(path, [52], append);
  await fs.writeBinaryFile({ path, contents: [53] }, append);
  for (const wrong of [
    new Blob(["x"]),
    "x",
    5,
    null,
    { a: 1 },
    ["x"],
    [1, -1],
    [2.5],
    [300],
    undefined,
  ])
    expect(await rejection(fs.writeBinaryFile(path, wrong as never))).toStartWith("bad-argument: ");
  expect(await fs.readTextFile(path, append)).toBe("12345");
  await fs.writeTextFile({ path, contents: "new" });
  expect(readFileSync(join(folder.path, "a"), "utf8")).toBe("new");
});

testOnEach(
  "a folder with a separator at its end is as good as one without, wherever a path is taken",
  async () => {
    using folder = tempDir({ "in/a": "a" });
    const chosen: unknown[] = [];
    using started = await startWithApi({
      allow: ["fs.all", "dialog.all", "path.all"],
      config: { framework: { allowlist: { fs: { scope: [`${here(folder.path)}/**`] } } } },
      answers: {
        file: (request) => {
          chosen.push(request);
          return [];
        },
      },
    });
    const { fs, path, dialog } = started.api;
    const { sep } = path;
    const at = (name: string) => here(folder.path, name);
    const inside = at("in") + sep;
    expect((await fs.readDir(inside)).map(({ path: one }) => one)).toEqual([at("in/a")]);
    expect(await fs.exists(inside)).toBe(true);
    expect(await path.join(inside, "a")).toBe(at("in/a"));
    expect(await path.dirname(inside)).toBe(here(folder.path));
    await fs.createDir(at("made") + sep);
    await fs.createDir(at("made") + sep, { recursive: true });
    await fs.renameFile(at("made") + sep, at("moved") + sep);
    await fs.removeDir(at("moved") + sep);
    expect(await fs.exists(at("moved") + sep)).toBe(false);
    await dialog.open({ defaultPath: inside });
    expect(chosen).toMatchObject([{ folder: at("in") }]);
  },
);

test("functions that take text for people also take an error, and show its message", async () => {
  using started = await startWithApi({
    allow: ["dialog.all", "notification.all", "clipboard.all", "window.all"],
    answers: { message: () => Promise.resolve(0) },
  });
  const { dialog, notification, clipboard, window } = started.api;
  const error = new TypeError("no such note");
  await dialog.message(error);
  await dialog.ask(error);
  await dialog.confirm(error, "Title");
  await notification.sendNotification(error);
  await clipboard.writeText(error);
  await window.appWindow.setTitle(error);
  const text = "no such note";
  expect(asked(started.app, "dialog.message")).toMatchObject([{ text }, { text }, { text }]);
  expect(asked(started.app, "notification.show")).toMatchObject([{ title: text }]);
  expect(await clipboard.readText()).toBe(text);
  expect(await window.appWindow.title()).toBe(text);
});

test("a notification that is not awaited fails without a message", async () => {
  using started = await startWithApi({});
  using rejections = new UnhandledRejections();
  void started.api.notification.sendNotification("Ready");
  expect(await rejection(started.api.notification.sendNotification("Ready"))).toStartWith(
    "not-allowed: ",
  );
  expect(await rejections.soFar()).toEqual([]);
});

test("an event of the app itself comes with the label of the window that hears it", async () => {
  using running = await startWindowApp({ windows: [{ label: "one" }, { label: "two" }] });
  const heard: string[] = [];
  for (const label of ["one", "two"]) {
    const { page } = running.pageOf(label);
    await page.listen(
      "own",
      null,
      false,
      ({ windowLabel }) => void heard.push(`${label}: ${windowLabel}`),
    );
  }
  running.app.services.events.emit("own");
  await waitFor("both pages", () => heard.length === 2);
  expect(heard.toSorted()).toEqual(["one: one", "two: two"]);
});

test("a program's encoding may be null, which stands for the default", async () => {
  using started = await startWithApi({
    allow: ["shell.execute"],
    config: {
      framework: { allowlist: { shell: { scope: [{ name: "echo", cmd: "echo", args: true }] } } },
    },
  });
  const { Command } = started.api.shell;
  expect((await new Command("echo", "ü", { encoding: null }).execute()).stdout).toBe("ü\n");
});

test("a program to open an address with is named in a text, and an unknown one is refused", async () => {
  using started = await startWithApi({ allow: ["shell.open"] });
  const program: string = "/bin/sh";
  expect(await rejection(started.api.shell.open("https://example.com", program))).toStartWith(
    'bad-argument: Cannot run "shell.open": "with" is "/bin/sh", it must be "open", ',
  );
});

test("an emitter needs no types, and hands on all that is emitted", async () => {
  using started = await startWithApi({});
  const emitter = new started.api.shell.EventEmitter<"done">();
  const heard: unknown[] = [];
  emitter
    .on("done", (...args) => void heard.push(args))
    .once("done", (first) => void heard.push(first));
  expect(emitter.emit("done", 1, 2)).toBe(true);
  expect(emitter.emit("done")).toBe(true);
  expect(heard).toEqual([[1, 2], 1, []]);
});

test("windows are handles with listeners of their own, and their options are written in small letters", async () => {
  using running = await startWindowApp();
  const { WebviewWindow, WebviewWindowHandle, WindowManager } = running.api;
  const second = new WebviewWindow("second", { titleBarStyle: "overlay", theme: "dark" });
  expect(second).toBeInstanceOf(WindowManager);
  expect(second).toBeInstanceOf(WebviewWindowHandle);
  let created = 0;
  const unlisten = await second.listen("framework://created", () => created++);
  await second.once("framework://created", () => created++);
  expect(second.listeners["framework://created"]).toHaveLength(2);
  await waitFor("the window", () => created === 2);
  unlisten();
  expect(second.listeners["framework://created"]).toEqual([]);
  const handle = new WebviewWindowHandle("second");
  const heard: unknown[] = [];
  await running
    .pageOf("second")
    .page.listen("own", null, false, ({ payload }) => void heard.push(payload));
  await handle.emit("own", 1);
  await waitFor("the event", () => heard.length === 1);
});

test("a page knows that it is in an app, and calls it by either address", async () => {
  const commands = { increase: ({ by }: { by: number }) => by + 1 };
  using started = await startWithApi({ definition: defineApp({ commands }) });
  const { framework, isFramework, invoke } = started.api;
  expect([isFramework(), framework.isFramework()]).toEqual([true, true]);
  expect(await framework.invoke<number>("increase", { by: 1 })).toBe(2);
  expect(framework.invoke).toBe(invoke);
});
