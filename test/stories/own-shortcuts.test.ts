// Key combinations of the app's own code.

import { expect, test } from "bun:test";
import { parseAccelerator } from "../../src/contract/patterns/accelerator-text.ts";
import { defineApp, type App } from "../../src/app/index.ts";
import { startInMemory, type MemoryApp } from "../support/app/memory-app.ts";
import { waitFor } from "../../harness/wait.ts";

const press = ({ platform }: MemoryApp, text: string): void =>
  platform.pressKeys(parseAccelerator(text, "linux"));

async function start(setup: (app: App) => void | Promise<void> = () => {}, isTaken = false) {
  let own: App | undefined;
  const app = await startInMemory({
    allow: ["globalShortcut.all"],
    config: { build: { withGlobalFramework: true } },
    answers: { isTaken: () => isTaken },
    definition: defineApp({
      setup(given) {
        own = given as App;
        return setup(given as App);
      },
    }),
  });
  return { app, shortcuts: own!.shortcuts, page: app.page.global!["globalShortcut"]! };
}

test("the handler gets the combination as it was registered, from set-up on", async () => {
  const heard: string[] = [];
  const { app } = await start(({ shortcuts }) =>
    shortcuts.register("CmdOrCtrl+Shift+x", (shortcut) => void heard.push(shortcut)),
  );
  using _ = app;
  press(app, "Ctrl+Shift+X");
  press(app, "Ctrl+X");
  press(app, "Ctrl+Shift+X");
  await waitFor("the handler", () => heard.length === 2);
  expect(heard).toEqual(["CmdOrCtrl+Shift+x", "CmdOrCtrl+Shift+x"]);
});

test("no page can register or remove a shortcut of the app", async () => {
  const { app, shortcuts, page } = await start(async (own) =>
    own.shortcuts.register("Ctrl+A", () => {}),
  );
  using _ = app;
  await expect(page["register"]!("Control+A", () => {})).rejects.toMatchObject({
    code: "unavailable",
    message: 'Cannot register the shortcut "Control+A": this app has it already',
  });
  await page["unregister"]!("Ctrl+A");
  await page["unregisterAll"]!();
  expect(await page["isRegistered"]!("Ctrl+A")).toBe(true);
  expect(shortcuts.isRegistered("Control + a")).toBe(true);
});

test("the app can neither register nor remove a shortcut of a page", async () => {
  const { app, shortcuts, page } = await start();
  using _ = app;
  await page["register"]!("Ctrl+A", () => {});
  await expect(shortcuts.register("Ctrl+A", () => {})).rejects.toMatchObject({
    code: "unavailable",
  });
  await shortcuts.unregister("Ctrl+A");
  await shortcuts.unregisterAll();
  expect(shortcuts.isRegistered("Ctrl+A")).toBe(true);
});

test("they outlive the pages, and end when the app gives them back", async () => {
  const heard: string[] = [];
  const { app, shortcuts } = await start();
  using _ = app;
  for (const keys of ["Ctrl+A", "Ctrl+B", "Ctrl+C"])
    await shortcuts.register(keys, (shortcut) => void heard.push(shortcut));
  app.platform.navigate("main");
  press(app, "Ctrl+A");
  await waitFor("the handler", () => heard.length === 1);
  await shortcuts.unregister("control+a");
  press(app, "Ctrl+A");
  press(app, "Ctrl+B");
  await waitFor("the handler", () => heard.length === 2);
  await shortcuts.unregisterAll();
  press(app, "Ctrl+C");
  expect(heard).toEqual(["Ctrl+A", "Ctrl+B"]);
  expect(app.platform.shortcuts.size).toBe(0);
});

test("an invalid combination, or one with another owner in the system, is refused", async () => {
  const { app, shortcuts } = await start(undefined, true);
  using _ = app;
  await expect(shortcuts.register("Ctrl+", () => {})).rejects.toMatchObject({
    code: "bad-argument",
  });
  await expect(shortcuts.register("Ctrl+A", () => {})).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(shortcuts.isRegistered("Ctrl+A")).toBe(false);
});
