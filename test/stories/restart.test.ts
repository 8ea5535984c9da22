// In development own code is started again, and pages go on with it.

import { afterAll, expect, spyOn, test } from "bun:test";
import { join } from "node:path";
import { tempDir } from "../../harness/temp-dir.ts";
import { waitFor } from "../../harness/wait.ts";
import { defineApp, type App } from "../../src/app/index.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "../support/app/memory-app.ts";

const standardError = spyOn(process.stderr, "write").mockImplementation(() => true);
afterAll(() => standardError.mockRestore());

const profile = { name: "test", forgetsWorkers: false, keepsPages: true };

/** Own code of a version, with a command that never answers. */
const version = (name: string, setup: (app: App) => void = () => {}) =>
  defineApp({
    commands: {
      version: () => name,
      echo: (args: unknown) => args,
      wait: () => new Promise<never>(() => {}),
    },
    setup: (app) => setup(app as unknown as App),
  });

const start = (options: Partial<MemoryAppOptions> = {}): Promise<MemoryApp> =>
  startInMemory({
    mode: "dev",
    profile,
    definition: version("one"),
    config: { framework: { windows: [{ label: "main" }, { label: "other" }] } },
    ...options,
  });

const documentOf = (app: MemoryApp, window = "main"): number | undefined =>
  app.platform.windows.get(window)?.documents.current?.document;

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => "an answer",
    (error: unknown) => (error as { code: unknown }).code,
  );

test("a page stays as it is and calls the new code, restart after restart", async () => {
  using app = await start();
  const { page } = app;
  const other = app.pageOf("other");
  const document = documentOf(app);
  expect(await page.invoke("version")).toBe("one");
  for (const name of ["two", "three", "four"]) {
    await app.restart(version(name));
    expect(await Promise.all([page.invoke("version"), page.invoke("echo", name)])).toEqual([
      name,
      name,
    ]);
  }
  expect(documentOf(app)).toBe(document);
  expect(await other.invoke("version")).toBe("four");
});

test("calls that have no answer yet are rejected as restarted, however they travel", async () => {
  using app = await start();
  const { page } = app;
  const long = "x".repeat(200_000);
  const calls = [
    page.invoke("wait"),
    page.invoke("wait", { long }),
    page.invoke("wait", { bytes: new Uint8Array(100_000) }),
    page.invokeForBytes("wait"),
  ];
  const codes = Promise.all(calls.map(codeOf));
  // The app has them.
  await page.invoke("version");
  await app.restart(version("two"));
  expect(await codes).toEqual(calls.map(() => "restarted"));
  expect(await page.invoke("echo", { long })).toEqual({ long });
});

test("a call that is on its way while the code is started again runs in neither of both", async () => {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const ran: string[] = [];
  const noting = (name: string) =>
    defineApp({ commands: { note: () => void ran.push(name), version: () => name } });
  using app = await start({ definition: noting("one"), onTheWay: () => gate.promise });
  const { page } = app;
  await page.invoke("version");
  gate = Promise.withResolvers();
  const late = codeOf(page.invoke("note", { long: "x".repeat(200_000) }));
  await app.restart(noting("two"));
  gate.resolve();
  expect(await late).toBe("restarted");
  expect(await page.invoke("version")).toBe("two");
  expect(ran).toEqual([]);
});

test("listeners are put back, and hear that the code was started again", async () => {
  using app = await start();
  const { page } = app;
  const heard: unknown[] = [];
  await page.listen("tick", null, false, ({ payload }) => void heard.push(payload));
  const removed = await page.listen("tick", null, false, () => void heard.push("removed"));
  await page.listen("framework://restarted", null, false, ({ event, windowLabel }) => {
    heard.push([event, windowLabel]);
  });
  removed();
  for (const name of ["two", "three"]) {
    let own: App | undefined;
    await app.restart(version(name, (given) => void (own = given)));
    await page.invoke("version");
    own?.events.emit("tick", name);
    await waitFor("the event", () => heard.includes(name));
  }
  const restarted = ["framework://restarted", "main"];
  expect(heard).toEqual([restarted, "two", restarted, "three"]);
  expect(page.errors).toEqual([]);
});

test("shortcuts of pages are registered again", async () => {
  using app = await start({ allow: ["globalShortcut.all"] });
  const { page } = app;
  await page.invoke("globalShortcut.register", { shortcut: "Alt+1", id: 1 });
  await page.invoke("globalShortcut.register", { shortcut: "Alt+2", id: 2 });
  await page.invoke("globalShortcut.unregister", { shortcut: "Alt+2" });
  await app.restart(version("two"));
  const isRegistered = (shortcut: string) =>
    page.invoke("globalShortcut.isRegistered", { shortcut });
  expect(await Promise.all([isRegistered("Alt+1"), isRegistered("Alt+2")])).toEqual([true, false]);
});

test("windows that were opened later stay, and those that the code opened at its start do not", async () => {
  const opening = version("one", (own) => void own.windows.open("atStart"));
  using app = await start({ definition: opening });
  await waitFor("the window", () => app.platform.windows.has("atStart"));
  await app.services.windows.create("later", {});
  const document = documentOf(app, "later");
  const later = app.pageOf("later");
  await app.restart(version("two"));
  expect([...app.platform.windows.keys()].toSorted()).toEqual(["later", "main", "other"]);
  expect(documentOf(app, "later")).toBe(document);
  expect(await later.invoke("version")).toBe("two");
  expect(app.page.labels.toSorted()).toEqual(["later", "main", "other"]);
  await app.services.windows.destroy("later");
  expect(app.platform.windows.has("later")).toBe(false);
});

test("a page that has crashed is loaded again with the new code", async () => {
  using app = await start({
    definition: version(
      "one",
      (own) => void own.windows.onPageCrashed((crash) => crash.preventDefault()),
    ),
  });
  app.platform.crashPage("main");
  await waitFor("the answer", () =>
    app.platform.recorded.some(({ call }) => call === "page.recover"),
  );
  await app.restart(version("two"));
  expect(await app.pageOf("main").invoke("version")).toBe("two");
});

test("an engine that loads pages anew loads them", async () => {
  using app = await start({ profile: { ...profile, keepsPages: false } });
  const document = documentOf(app);
  const call = codeOf(app.page.invoke("wait"));
  await app.page.invoke("version");
  await app.restart(version("two"));
  expect(await call).toBe("closed");
  expect(documentOf(app)).not.toBe(document);
  expect(await app.pageOf("main").invoke("version")).toBe("two");
});

test("a page that was loaded since goes on from its beginning", async () => {
  using app = await start();
  await app.page.invoke("version");
  await app.restart(version("two"));
  app.platform.navigate("main");
  const page = app.pageOf("main");
  expect(await page.invoke("version")).toBe("two");
  await app.restart(version("three"));
  expect(await page.invoke("version")).toBe("three");
});

test("a file that the user chose is still the page's, and one that own code allowed is not", async () => {
  using folder = tempDir({ "chosen.txt": "one", "allowed.txt": "two" });
  const [chosen, allowed] = ["chosen.txt", "allowed.txt"].map((name) => join(folder.path, name));
  using app = await start({
    allow: ["dialog.open", "fs.readFile"],
    answers: { file: () => [chosen ?? ""] },
    definition: version("one", (own) => void own.scope.allowFile(allowed ?? "")),
  });
  const { page } = app;
  await page.invoke("dialog.open", {});
  const read = (path: string | undefined) =>
    page.invoke("fs.readTextFile", { path }).catch(({ code }: { code: string }) => code);
  expect([await read(chosen), await read(allowed)]).toEqual(["one", "two"]);
  for (const name of ["two", "three"]) {
    await app.restart(version(name));
    expect([await read(chosen), await read(allowed)]).toEqual(["one", "out-of-scope"]);
  }
  // Refused calls are reported, too.
  await page.invoke("version");
});
