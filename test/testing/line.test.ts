import { afterEach, expect, test } from "bun:test";
import { once } from "node:events";
import { connect } from "node:net";
import { openAutomation } from "../../src/app/automation/automation.ts";
import { WatchedDesktop } from "../../src/app/automation/watched-desktop.ts";
import { defineApp } from "../../src/app/index.ts";
import type { UiChannel } from "../../src/app/ui.ts";
import type { ToApp } from "../../src/contract/page/message.ts";
import { automationVariable, heldVariable } from "../../src/process/environment.ts";
import { Line } from "../../src/testing/line.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { startInMemory, type MemoryApp, type MemoryAppOptions } from "../support/app/memory-app.ts";

afterEach(() => {
  delete process.env[automationVariable];
  delete process.env[heldVariable];
});

interface Driven extends Disposable {
  readonly app: MemoryApp;
  readonly line: Line;
}

/** An app on the memory platform, at the end of a line. */
async function startDriven(options: MemoryAppOptions = {}, holds = "dialogs"): Promise<Driven> {
  using stack = new DisposableStack();
  const line = stack.use(await Line.open(stack.use(tempDir()).path));
  Object.assign(process.env, { ...line.environment, [heldVariable]: holds });
  const begun = line.next("begun");
  const app = stack.use(
    await startInMemory({ mode: "debug", automation: openAutomation(), ...options }),
  );
  await begun;
  const held = stack.move();
  return { app, line, [Symbol.dispose]: () => held.dispose() };
}

test("without the variable there is no line", () => {
  expect(openAutomation()).toBeUndefined();
});

test("the line lists windows", async () => {
  using driven = await startDriven({ config: { framework: { windows: [{ title: "Notes" }] } } });
  const windows = await driven.line.call("windows.list", {});
  expect(windows.map(({ label, title, origin }) => ({ label, title, origin }))).toEqual([
    { label: "main", title: "Notes", origin: "framework://localhost" },
  ]);
});

test("a page evaluates an expression and waits for its promise", async () => {
  using driven = await startDriven();
  const { page, platform } = driven.app;
  const answer = driven.line.call("page.evaluate", {
    window: "main",
    expression: "Promise.resolve([1, 2])",
  });
  await runEvaluated(platform, page.window);
  expect(await answer).toEqual([1, 2]);
});

test("a text keeps the separators that JavaScript takes for ends of lines", async () => {
  using driven = await startDriven();
  const { page, platform } = driven.app;
  const text = "a\u2028b\u2029c";
  const expression = JSON.stringify(text);
  const answer = driven.line.call("page.evaluate", { window: "main", expression });
  await runEvaluated(platform, page.window);
  expect(await answer).toBe(text);
});

test("the error of an expression comes back with its message", async () => {
  using driven = await startDriven();
  const { page, platform } = driven.app;
  const expression = "(() => { throw new TypeError('no such note') })()";
  const answer = driven.line.call("page.evaluate", { window: "main", expression });
  answer.catch(() => {});
  await runEvaluated(platform, page.window);
  await expect(answer).rejects.toMatchObject({ code: "command-failed", message: "no such note" });
});

test("an expression is rejected when its page goes away", async () => {
  using driven = await startDriven();
  const answer = driven.line.call("page.evaluate", {
    window: "main",
    expression: "new Promise(() => {})",
  });
  answer.catch(() => {});
  await driven.line.call("windows.list", {});
  driven.app.platform.navigate("main");
  await expect(answer).rejects.toMatchObject({ code: "closed" });
});

test("an expression for a page that never comes ends with its window", async () => {
  const desktop = new WatchedDesktop(() => {}, { holdsDialogs: true });
  const inApp: ((message: ToApp) => void)[] = [];
  const channel = { post: () => {}, listen: (receive: never) => void inApp.push(receive) };
  desktop.watch(channel as unknown as UiChannel).listen(() => {});
  const open = new Set(["main"]);
  const waiting = desktop.pageOpened("main", () => open.has("main"));
  open.delete("main");
  for (const receive of inApp)
    receive({ kind: "event", event: "window.closed", payload: { window: "main" } } as ToApp);
  await waiting;
});

test("the console output of a page is sent", async () => {
  using driven = await startDriven();
  const reported = driven.line.next("page.console");
  const { page, platform } = driven.app;
  void driven.line.call("page.evaluate", {
    window: "main",
    expression: "console.warn('careful', { a: 1 })",
  });
  await runEvaluated(platform, page.window);
  expect(await reported).toEqual({
    kind: "warn",
    text: 'careful {"a":1}',
    place: null,
    window: "main",
  });
});

test("a command is called as a page would, and its flags hold", async () => {
  const definition = defineApp({
    commands: { add: ({ a, b }: { a: number; b: number }) => a + b },
  });
  using driven = await startDriven({ definition });
  const invoke = (command: string, args: unknown) =>
    driven.line.call("invoke", { window: "main", command, args });
  expect(await invoke("add", { a: 1, b: 2 })).toEqual({ result: 3, attachments: [] });
  await expect(invoke("dialog.ask", { message: "?" })).rejects.toMatchObject({
    code: "not-allowed",
  });
});

test("events go out of the app and into it", async () => {
  const definition = defineApp({
    setup: (app) =>
      void app.events.listen("ping", ({ payload }) => app.events.emit("pong", payload)),
  });
  using driven = await startDriven({ definition });
  await driven.line.call("event.listen", { event: "pong" });
  const emitted = driven.line.next("event.emitted");
  await driven.line.call("event.emit", { event: "ping", payload: 7 });
  expect(await emitted).toEqual({ event: "pong", payload: 7, window: null });
});

test("a held dialog is never shown, and the tool answers it", async () => {
  using driven = await startDriven({ allow: ["dialog.ask"] });
  const opened = driven.line.next("dialog.opened");
  const answer = driven.app.page.invoke("dialog.ask", {
    message: "Save?",
    options: { title: "Notes" },
  });
  const dialog = await opened;
  expect(dialog).toMatchObject({
    kind: "message",
    title: "Notes",
    text: "Save?",
    buttons: ["Yes", "No"],
  });
  await driven.line.call("dialog.answer", { id: dialog.id, answer: { button: "Yes" } });
  expect(await answer).toBe(true);
  expect(driven.app.platform.recorded.some(({ call }) => call === "dialog.message")).toBe(false);
});

test("a held dialog of files gives paths, which join the scopes", async () => {
  using folder = tempDir({ "a.txt": "text" });
  using driven = await startDriven({ allow: ["dialog.open"] });
  const opened = driven.line.next("dialog.opened");
  const answer = driven.app.page.invoke("dialog.open", {
    options: { filters: [{ name: "Text", extensions: ["txt"] }] },
  });
  const dialog = await opened;
  expect(dialog.filters).toEqual([{ name: "Text", extensions: ["txt"] }]);
  const path = `${folder.path}/a.txt`;
  await driven.line.call("dialog.answer", { id: dialog.id, answer: { paths: [path] } });
  expect(await answer).toBe(path);
  expect(() => driven.app.services.fsScope.check(path, "main")).not.toThrow();
});

test("a held dialog goes away with its page", async () => {
  using driven = await startDriven({ allow: ["dialog.ask"] });
  const opened = driven.line.next("dialog.opened");
  driven.app.page.invoke("dialog.ask", { message: "Save?" }).catch(() => {});
  const { id } = await opened;
  const closed = driven.line.next("dialog.closed");
  driven.app.platform.navigate("main");
  expect(await closed).toEqual({ id });
});

test("menus, shortcuts and the tray are read, and used as a user does", async () => {
  const seen: string[] = [];
  const definition = defineApp({
    async setup(app) {
      await app.menu.set([{ text: "File", items: [{ id: "save", text: "Save" }] }]);
      app.menu.onChoose(({ id }) => void seen.push(`menu ${id}`));
      await app.shortcuts.register("Alt+K", () => void seen.push("keys"));
    },
  });
  using driven = await startDriven({ definition });
  const { menus, shortcuts } = await driven.line.call("desktop.read", {});
  expect(Object.values(menus)[0]).toMatchObject([
    { text: "File", items: [{ id: "save", text: "Save" }] },
  ]);
  expect(shortcuts.map(({ text }) => text)).toEqual(["Alt+K"]);
  const cause = { event: "menu.chosen", payload: { window: "main", item: "save" } } as const;
  await driven.line.call("desktop.cause", cause);
  await driven.line.call("desktop.cause", {
    event: "shortcut.pressed",
    payload: { id: shortcuts[0]?.id ?? 0 },
  });
  expect(seen).toEqual(["menu save", "keys"]);
});

test("an app hangs up on what does not know the secret", async () => {
  using folder = tempDir();
  const line = await Line.open(folder.path);
  const address = Object.values(line.environment)[0]?.split("@")[1] ?? "";
  process.env[automationVariable] = `another secret@${address}`;
  let begun = false;
  line.on("hello", () => (begun = true));
  using _app = await startInMemory({ mode: "debug", automation: openAutomation() });
  await expect(line.call("windows.list", {})).rejects.toMatchObject({ code: "closed" });
  expect(begun).toBe(false);
  line[Symbol.dispose]();
});

test("the tool hangs up on a program that does not know the secret", async () => {
  using folder = tempDir();
  using line = await Line.open(folder.path);
  const address = Object.values(line.environment)[0]?.split("@")[1] ?? "";
  const socket = connect(address).resume();
  socket.write(`${JSON.stringify({ event: "hello", payload: { secret: "guessed" } })}\n`);
  await once(socket, "close");
  await expect(line.call("windows.list", {})).rejects.toMatchObject({ code: "closed" });
});

/** A page of a test runs nothing by itself. */
async function runEvaluated(platform: MemoryApp["platform"], window: EventTarget): Promise<void> {
  const evaluated = platform.windows.get("main")?.evaluated ?? [];
  while (evaluated.length === 0) await Bun.sleep(1);
  for (const script of evaluated) new Function("window", `with (window) { ${script} }`)(window); // oxlint-disable-line no-implied-eval -- as the engine runs it
}
