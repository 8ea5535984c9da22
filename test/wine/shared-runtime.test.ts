import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../../harness/process-tree.ts";
import { waitFor } from "../../harness/wait.ts";
import type { WineProgram } from "../../harness/wine-program.ts";
import { missingWine, startWine, type WineSession } from "../../harness/wine.ts";
import { press, windows, windowTitled, type XWindow } from "../../harness/x.ts";
import type { FakeRuntime } from "../support/fake-runtime.ts";
import { RuntimeServer, serving, servingPart } from "../support/runtime-server.ts";
import { filesIn, installedIn, windowsRuntime, WineStarterApp } from "../support/wine-starter-app.ts";

const missing = missingWine();
if (missing !== null) console.warn(`skipped: ${missing}`);

/** Says how it was run, and ends with a code of its own. */
const tells = `
console.log(JSON.stringify({ arguments: process.argv.slice(2), kept: process.env.STORY, taken: process.env.BUN_OPTIONS }));
console.error("and worse");
process.exitCode = 7;
`;

const title = "Größe & Co";

describe.skipIf(missing !== null)("an app that shares its runtime", () => {
  let wine: WineSession;
  let real: FakeRuntime;
  const other = windowsRuntime(Buffer.alloc(300_000, "another version"), "2.0.0");

  beforeAll(async () => {
    wine = await startWine();
    real = windowsRuntime(readFileSync(wine.bunFile));
  });
  afterAll(async () => {
    await wine?.[Symbol.asyncDispose]();
  });

  const lines = (runtime: FakeRuntime, address: string) => ({
    ...runtime.lines,
    address,
    flag: ["--no-env-file"],
    unset: ["BUN_OPTIONS", "BUN_INSPECT"],
  });
  const folderOf = (app: WineStarterApp, { key }: FakeRuntime): string => join(app.store, key);
  const notesOf = (app: WineStarterApp, runtime: FakeRuntime): string[] =>
    filesIn(join(folderOf(app, runtime), "apps"));
  const removeStore = (app: WineStarterApp): void => rmSync(app.store, { recursive: true, force: true });

  async function pressIn(key: string): Promise<void> {
    const { id } = await windowTitled(wine.session, title);
    await press(wine.session, id, key);
  }

  /** It has more lines than the one that is there while something is loaded. */
  async function failureWindow(): Promise<XWindow> {
    const isFailure = (window: XWindow): boolean => window.title === title && window.area.height > 140;
    return waitFor("the window that says why", async () => (await windows(wine.session)).find(isFailure));
  }

  test("loads it at the first start, and then starts with the arguments, streams and variables it was given", async () => {
    await using server = await RuntimeServer.of(real.archive);
    const app = new WineStarterApp(wine, "Größe & Co", lines(real, server.address), tells);
    const words = ["a b", 'say "no"', "back\\", 'back\\"', "größer", "--version", "", "--", "{app}"];
    for (const _ of ["first", "second"]) {
      const { code, out, err } = await app.run(words, { STORY: "it is", BUN_OPTIONS: "--nonsense" });
      expect({ code, said: JSON.parse(out) as unknown, err }).toEqual({
        code: 7,
        said: { arguments: words, kept: "it is" },
        err: "and worse\n",
      });
    }
    expect(server.asked).toEqual([null]);
    expect(installedIn(app.store, real.key)?.equals(real.bytes)).toBe(true);
  });

  test("another app finds it there, and it goes with the last of them", async () => {
    await using server = await RuntimeServer.of(real.archive);
    const one = new WineStarterApp(wine, "One", lines(real, server.address), tells);
    const two = new WineStarterApp(wine, "Two", lines(real, server.address), tells);
    removeStore(one);
    expect([(await one.run()).code, (await two.run()).code, server.asked]).toEqual([7, 7, [null]]);
    expect(notesOf(one, real).length).toBe(2);
    expect((await one.release()).code).toBe(0);
    expect([notesOf(one, real).length, (await two.run()).code]).toEqual([1, 7]);
    expect((await two.release()).code).toBe(0);
    expect(existsSync(join(one.store, ".."))).toBe(false);
  });

  test("an app that was removed without a word does not keep its runtime once another app loads one", async () => {
    await using server = await RuntimeServer.of(other.archive);
    const gone = new WineStarterApp(wine, "Gone", lines(other, server.address));
    expect((await gone.load()).code).toBe(0);
    rmSync(gone.folder, { recursive: true });
    const third = windowsRuntime(Buffer.alloc(1000, "x"), "3.0.0");
    server.answer = serving(third.archive);
    const app = new WineStarterApp(wine, "Stays", lines(third, server.address));
    expect((await app.load()).code).toBe(0);
    expect([existsSync(folderOf(app, other)), existsSync(folderOf(app, third))]).toEqual([false, true]);
  });

  test("versions lie side by side, and an app keeps the last one that it used before", async () => {
    await using server = await RuntimeServer.of(real.archive);
    const third = windowsRuntime(Buffer.alloc(1000, "x"), "3.0.0");
    const one = new WineStarterApp(wine, "One", lines(real, server.address));
    removeStore(one);
    await one.load();
    server.answer = serving(other.archive);
    const two = new WineStarterApp(wine, "Two", lines(other, server.address));
    await two.load();
    const noted = () => [real, other, third].map((runtime) => notesOf(one, runtime).length);
    expect(noted()).toEqual([1, 1, 0]);
    one.configure(lines(other, server.address));
    for (const _ of ["first", "second"]) expect((await one.load()).code).toBe(0);
    expect(noted()).toEqual([1, 2, 0]);
    // It is taken back, and its next version has a third one.
    one.configure(lines(real, server.address));
    expect((await one.load()).code).toBe(0);
    server.answer = serving(third.archive);
    one.configure(lines(third, server.address));
    expect((await one.load()).code).toBe(0);
    expect(noted()).toEqual([1, 1, 1]);
    expect((await two.release()).code).toBe(0);
    expect([real, other, third].map((runtime) => existsSync(folderOf(one, runtime)))).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("what is got for an app is noted as that app's", async () => {
    await using server = await RuntimeServer.of(other.archive);
    const next = new WineStarterApp(wine, "Next", lines(other, server.address));
    removeStore(next);
    const place = "C:\\Größe\\App.exe";
    expect((await next.load({ FRAMEWORK_RUNTIME_FOR: place })).code).toBe(0);
    const [note = ""] = notesOf(next, other);
    expect(readFileSync(join(folderOf(next, other), "apps", note), "utf16le")).toBe(place);
  });

  test("says what is missing when it is offline, and goes on when it is not", async () => {
    const reserved = await RuntimeServer.of(real.archive);
    await reserved[Symbol.asyncDispose]();
    const app = new WineStarterApp(wine, "Offline", lines(real, reserved.address), tells);
    removeStore(app);
    await using started = app.start();
    const failure = await failureWindow();
    await using server = await RuntimeServer.of(real.archive, Number(new URL(reserved.address).port));
    // "Try again"
    await press(wine.session, failure.id, "Return");
    expect((await started.result()).code).toBe(7);
    expect(server.asked).toEqual([null]);
  });

  test("ends with a sentence where it is offline and the window is closed", async () => {
    const app = new WineStarterApp(wine, "Offline", lines(real, "http://127.0.0.1:1/bun.tgz"), tells);
    removeStore(app);
    await using started = app.start();
    await press(wine.session, (await failureWindow()).id, "Escape");
    const { code, err } = await started.result();
    expect([code, err]).toEqual([1, expect.stringContaining("Is this computer connected to the internet?")]);
  });

  /** Starts an app whose server sends a part and no more, and waits for that. */
  async function startHalf(app: WineStarterApp, server: RuntimeServer, half: number): Promise<WineProgram> {
    server.answer = servingPart(real.archive, half, "silence");
    const started = app.start();
    const part = `${folderOf(app, real)}.part`;
    await waitFor("half of it", () => existsSync(part) && readFileSync(part).length === half, {
      state: () => started.report(),
    });
    return started;
  }

  for (const [what, end] of Object.entries({
    cancelled: async () => pressIn("Escape"),
    killed: (started: WineProgram) => started[Symbol.asyncDispose](),
  })) {
    test(`what was loaded before it was ${what} is not loaded again`, async () => {
      await using server = await RuntimeServer.of(real.archive);
      const app = new WineStarterApp(wine, "Half", lines(real, server.address), tells);
      removeStore(app);
      await using started = await startHalf(app, server, 1_000_000);
      await windowTitled(wine.session, title);
      await end(started);
      await started.end();
      expect(installedIn(app.store, real.key)).toBeNull();
      server.answer = serving(real.archive);
      expect((await app.run()).code).toBe(7);
      expect(server.asked).toEqual([null, "bytes=1000000-"]);
    });
  }

  test("one that was not unpacked to its end is not run", async () => {
    await using server = await RuntimeServer.of(real.archive);
    const app = new WineStarterApp(wine, "Half", lines(real, server.address), tells);
    removeStore(app);
    const unfinished = join(folderOf(app, real), "bun.exe.new");
    {
      await using started = app.start([], { FRAMEWORK_RUNTIME: "load" });
      await waitFor("the unpacking", () => existsSync(unfinished) || !started.isRunning);
    }
    expect([existsSync(unfinished), installedIn(app.store, real.key)]).toEqual([true, null]);
    expect((await app.run()).code).toBe(7);
    // What was loaded was whole.
    expect([existsSync(unfinished), server.asked]).toEqual([false, [null]]);
  });

  test("loads it from the next address when one has another file, or breaks off", async () => {
    await using wrong = await RuntimeServer.of(other.archive);
    await using broken = await RuntimeServer.of(real.archive);
    await using right = await RuntimeServer.of(real.archive);
    broken.answer = servingPart(real.archive, 5000, "break");
    const address = [wrong.address, broken.address, right.address];
    const app = new WineStarterApp(wine, "Three", { ...lines(real, ""), address });
    removeStore(app);
    expect((await app.load()).code).toBe(0);
    expect([wrong, broken, right].map(({ asked }) => asked)).toEqual([[null], [null], ["bytes=5000-"]]);
  });

  test("two starts at once load it once, and both go on", async () => {
    await using server = await RuntimeServer.of(real.archive);
    const app = new WineStarterApp(wine, "Twice", lines(real, server.address), tells);
    removeStore(app);
    let go = (): void => {};
    server.answer = (request, response) => (go = () => serving(real.archive)(request, response));
    await using one = app.start();
    await waitFor("the first one's question", () => server.asked.length === 1);
    await using two = app.start();
    await waitFor("both windows", async () => (await windows(wine.session)).length === 2);
    go();
    expect([(await one.result()).code, (await two.result()).code, server.asked]).toEqual([7, 7, [null]]);
  });

  test("one that is damaged is loaded anew, and the notes of its apps are kept", async () => {
    await using server = await RuntimeServer.of(real.archive);
    const app = new WineStarterApp(wine, "Damaged", lines(real, server.address), tells);
    const path = join(folderOf(app, real), "bun.exe");
    await app.load();
    const notes = notesOf(app, real);
    const asked = server.asked.length;
    truncateSync(path, 1000);
    expect([(await app.run()).code, server.asked.length]).toEqual([7, asked + 1]);
    expect(notesOf(app, real)).toEqual(notes);
    rmSync(path);
    expect([(await app.run()).code, server.asked.length]).toEqual([7, asked + 2]);
  });

  test("ends when its start program is ended, and what it has started goes on", async () => {
    await using server = await RuntimeServer.of(real.archive);
    const done = join(wine.session.folder, "done");
    const script = `
const { spawn } = require("node:child_process");
const child = spawn("notepad.exe", [], { detached: true, stdio: "ignore" });
child.unref();
require("node:fs").writeFileSync(${JSON.stringify(wine.windowsPath(done))}, String(process.pid));
setInterval(() => {}, 1000);
`;
    const app = new WineStarterApp(wine, "Ended", lines(real, server.address), script);
    await using started = app.start();
    const isOpen = async (): Promise<boolean> =>
      (await windows(wine.session)).some(({ title: of }) => of.includes("Notepad"));
    await waitFor("the app", () => existsSync(done), { state: () => started.report() });
    await waitFor("what it has started", isOpen);
    // By Windows' own means, and the start program alone.
    await wine.run(["taskkill.exe", "/f", "/im", "App.exe"]);
    await started.end();
    const running = async (): Promise<boolean> => (await wine.run(["tasklist.exe"])).out.includes("bun.exe");
    await waitFor("the end of the app", async () => !(await running()));
    expect(await isOpen()).toBe(true);
    expect(started.processes.filter(isRunning).length).toBeGreaterThan(0);
  });

  test("says that it has to be installed again where its files are missing", async () => {
    const app = new WineStarterApp(wine, "Half installed", "");
    rmSync(join(app.folder, "app"), { recursive: true });
    const { code, err } = await app.load();
    expect([code, err]).toEqual([
      1,
      'Cannot find "C:\\Half installed\\app\\runtime.conf": install App.exe again\n',
    ]);
    // With a window for those who see no terminal.
    await using started = app.start();
    await windowTitled(wine.session, "App.exe");
    await waitFor("its end", async () => {
      for (const { id } of await windows(wine.session)) await press(wine.session, id, "Return");
      return !started.isRunning;
    });
    writeFileSync(app.program, "");
  });
});
