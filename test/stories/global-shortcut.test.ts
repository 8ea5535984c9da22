import { expect, test } from "bun:test";
import { getEventListeners } from "node:events";
import { parseAccelerator } from "../../src/contract/patterns/accelerator-text.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { systemHere, testOnEach } from "../support/each-system.ts";

const config = {
  build: { withGlobalFramework: true },
  framework: { windows: [{}, { label: "second" }] },
};

const start = (isTaken?: (keys: string) => boolean): Promise<MemoryApp> =>
  startInMemory({
    allow: ["globalShortcut.all"],
    config,
    answers:
      isTaken === undefined
        ? {}
        : { isTaken: ({ modifiers, key }) => isTaken([...modifiers, key].join(" ")) },
  });

const press = ({ platform }: MemoryApp, text: string): void =>
  platform.pressKeys(parseAccelerator(text, systemHere()));

/** The module in a page, and the events of its handlers. */
function shortcuts(app: MemoryApp, window = "main") {
  const module = app.pageOf(window).global!["globalShortcut"]!;
  const heard: unknown[] = [];
  return { ...module, module, heard, hear: (shortcut: unknown) => void heard.push(shortcut) };
}

/** Waits until earlier presses have been reported. */
async function settled(app: MemoryApp): Promise<void> {
  await waitFor(
    "the events",
    () => app.services.events.readers > 0 || app.platform.shortcuts.size === 0,
  );
  for (let turn = 0; turn < 10; turn++) await Bun.sleep(0);
}

test("the handler gets the combination as it was registered", async () => {
  using app = await start();
  const { module, heard, hear } = shortcuts(app);
  await module["register"]!("CmdOrCtrl+Shift+x", hear);
  press(app, "CmdOrCtrl+Shift+X");
  await waitFor("the handler", () => heard.length === 1);
  press(app, "CmdOrCtrl+Shift+Y");
  press(app, "CmdOrCtrl+X");
  press(app, "CmdOrCtrl+Shift+X");
  await waitFor("the handler", () => heard.length === 2);
  await settled(app);
  expect(heard).toEqual(["CmdOrCtrl+Shift+x", "CmdOrCtrl+Shift+x"]);
});

testOnEach("a combination is the same however it is written", async () => {
  using app = await start();
  const { module, hear } = shortcuts(app);
  expect(await module["isRegistered"]!("Ctrl+A")).toBe(false);
  await module["register"]!("Ctrl+A", hear);
  expect(await module["isRegistered"]!("control + a")).toBe(true);
  await expect(module["register"]!("Control+A", hear)).rejects.toMatchObject({
    code: "unavailable",
    message: 'Cannot register the shortcut "Control+A": this app has it already',
  });
  await module["unregister"]!(systemHere() === "macos" ? "Control+a" : "CommandOrControl+a");
  expect(await module["isRegistered"]!("Ctrl+A")).toBe(false);
  expect(app.platform.shortcuts.size).toBe(0);
});

test("an open page keeps nothing of the combinations that it has unregistered", async () => {
  using app = await start();
  const { module, hear } = shortcuts(app);
  const page = app.services.documents.signalOfWindow("main");
  const before = getEventListeners(page, "abort").length;
  for (let round = 0; round < 3; round++) {
    await module["register"]!("Ctrl+A", hear);
    await module["unregister"]!("Ctrl+A");
  }
  await settled(app);
  expect(getEventListeners(page, "abort").length - before).toBeLessThanOrEqual(1);
});

test("one that another program has is refused by name, and can be had later", async () => {
  let isTaken = true;
  using app = await start(() => isTaken);
  const { module, heard, hear } = shortcuts(app);
  await expect(module["register"]!("Ctrl+A", hear)).rejects.toMatchObject({
    code: "unavailable",
    message: 'Cannot register the shortcut "Ctrl+A": another program has it',
  });
  expect(await module["isRegistered"]!("Ctrl+A")).toBe(false);
  isTaken = false;
  await module["register"]!("Ctrl+A", hear);
  press(app, "Ctrl+A");
  await waitFor("the handler", () => heard.length === 1);
  await settled(app);
  expect(heard).toEqual(["Ctrl+A"]);
});

test("registerAll takes all or none", async () => {
  using app = await start((keys) => keys === "control KeyC");
  const { module, heard, hear } = shortcuts(app);
  await expect(module["registerAll"]!(["Ctrl+A", "Ctrl+B", "Ctrl+C"], hear)).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(app.platform.shortcuts.size).toBe(0);
  await module["registerAll"]!(["Ctrl+A", "Ctrl+B"], hear);
  press(app, "Ctrl+B");
  press(app, "Ctrl+A");
  await waitFor("the handlers", () => heard.length === 2);
  expect(heard).toEqual(["Ctrl+B", "Ctrl+A"]);
});

test("unregistered means silent, also for the next one who registers it", async () => {
  using app = await start();
  const first = shortcuts(app);
  const second = shortcuts(app, "second");
  await first.module["registerAll"]!(["Ctrl+A", "Ctrl+B"], first.hear);
  await first.module["unregister"]!("Ctrl+A");
  await second.module["register"]!("Ctrl+A", second.hear);
  await first.module["unregisterAll"]!();
  press(app, "Ctrl+A");
  press(app, "Ctrl+B");
  await waitFor("the handler", () => second.heard.length === 1);
  await settled(app);
  expect([first.heard, second.heard]).toEqual([[], ["Ctrl+A"]]);
});

test("a page cannot give back what another page has", async () => {
  using app = await start();
  const first = shortcuts(app);
  const second = shortcuts(app, "second");
  await first.module["register"]!("Ctrl+A", first.hear);
  await second.module["unregister"]!("Ctrl+A");
  await second.module["unregisterAll"]!();
  expect(await second.module["isRegistered"]!("Ctrl+A")).toBe(true);
});

test("shortcuts end with their page", async () => {
  using app = await start();
  const { module, hear } = shortcuts(app);
  const other = shortcuts(app, "second");
  await module["registerAll"]!(["Ctrl+A", "Ctrl+B"], hear);
  await other.module["register"]!("Ctrl+C", other.hear);
  app.platform.navigate("main");
  await waitFor("the end of the page's shortcuts", () => app.platform.shortcuts.size === 1);
  const next = shortcuts(app);
  await next.module["register"]!("Ctrl+A", next.hear);
  expect(await other.module["isRegistered"]!("Ctrl+C")).toBe(true);
});

test("an invalid combination is refused", async () => {
  using app = await start();
  const { module, hear } = shortcuts(app);
  for (const name of ["register", "isRegistered", "unregister"]) {
    await expect(module[name]!("Ctrl+", hear)).rejects.toMatchObject({ code: "bad-argument" });
  }
});
