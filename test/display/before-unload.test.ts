// The page's `beforeunload` when its window closes, on the real engine.

import { expect } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitFor } from "../../harness/wait.ts";
import { close } from "../../harness/x.ts";
import type { DialogOnScreen } from "../support/app/dialog-on-screen.ts";
import {
  onDisplay,
  shareSession,
  startDisplayApp,
  type DisplayApp,
} from "../support/app/display-app.ts";

const shared = shareSession();

const config = {
  framework: {
    bundle: { identifier: "org.example.display-app" },
    allowlist: { window: { close: true } },
    windows: ["main", "second"].map((label, index) => ({
      label,
      title: label,
      x: 20 + index * 620,
      y: 40,
      width: 560,
      height: 400,
    })),
  },
};

const start = () => startDisplayApp(shared.session, { windows: ["main", "second"], config });

/**
 * Makes the page of a window one that has changes: it listens, and its user has clicked into it.
 */
async function makeDirty(app: DisplayApp, label: string): Promise<void> {
  await app.page(label).run(`
    window.asked = 0;
    window.clicked = new Promise((resolve) => addEventListener("click", resolve, { once: true }));
    addEventListener("beforeunload", (event) => { window.asked++; event.preventDefault(); event.returnValue = "x"; });`);
  const { area } = await app.window(label);
  await app.click(area.x + 8, area.y + area.height - 8);
  await app.page(label).run("await window.clicked");
}

const asked = (app: DisplayApp, label: string) => app.page(label).run("return window.asked;");
const pressClose = async (app: DisplayApp, label: string) =>
  await close(app.session, (await app.window(label)).id);
const closed = (app: DisplayApp, label: string) =>
  waitFor(`the end of window "${label}"`, async () =>
    (await app.windows()).every(({ title, type }) => title !== label || type !== "NORMAL"),
  );
const question = (app: DisplayApp, label: string): Promise<DialogOnScreen> =>
  app.dialog("alert", label);

onDisplay(
  "a close button asks the page, in the engine's words, and the user's answer counts",
  async () => {
    await using app = await start();
    await makeDirty(app, "main");
    await pressClose(app, "main");
    const first = await question(app, "main");
    const { text, buttons } = await first.content();
    expect(text).toStartWith("Are you sure you want to leave this page?");
    expect(buttons).toEqual(["Stay on Page", "Leave Page"]);
    expect(first.window.transientFor).toBe((await app.window("main")).id);
    expect(first.window.states).toContain("MODAL");
    await first.key("Escape");
    await app.noDialog();
    expect(await asked(app, "main")).toBe(1);
    await pressClose(app, "main");
    await (await question(app, "main")).press("Leave Page");
    await closed(app, "main");
    await app.window("second");
  },
);

onDisplay(
  "close() asks, destroy() does not, and a page without changes closes at once",
  async () => {
    await using app = await start();
    await makeDirty(app, "main");
    await app.page("main").run("void __FRAMEWORK__.window.appWindow.close()");
    await (await question(app, "main")).press("Stay on Page");
    await app.noDialog();
    await pressClose(app, "second");
    await closed(app, "second");
    void app
      .page("main")
      .run("await __FRAMEWORK__.window.appWindow.destroy()")
      .catch(() => {});
    expect(await app.running.end()).toEqual({ code: 0, signal: null });
  },
);

onDisplay("two windows ask at once, each for itself", async () => {
  await using app = await start();
  for (const label of ["main", "second"]) await makeDirty(app, label);
  // The keys that close a window go to the one that has the keyboard, which a new question takes.
  await pressClose(app, "main");
  const main = await question(app, "main");
  await pressClose(app, "second");
  const second = await question(app, "second");
  await second.press("Leave Page");
  await closed(app, "second");
  await main.press("Stay on Page");
  await app.noDialog();
  expect(await asked(app, "main")).toBe(1);
});

onDisplay("a window can be destroyed under its question", async () => {
  await using app = await start();
  await makeDirty(app, "main");
  await pressClose(app, "main");
  const dialog = await question(app, "main");
  void app.page("second").run(`__FRAMEWORK__.window.WebviewWindow.getByLabel("main").destroy()`);
  await dialog.gone();
  await closed(app, "main");
  await app.window("second");
});

onDisplay("a page that computes for ever does not keep its window", async () => {
  await using app = await start();
  await app.page("main").run("setTimeout(() => { for (;;); })");
  await pressClose(app, "main");
  await closed(app, "main");
  await app.window("second");
});

onDisplay("a reload of a page with changes asks, and one by the tool does not", async () => {
  await using app = await start();
  await makeDirty(app, "main");
  await app.page("main").run("setTimeout(() => location.reload())");
  await (await question(app, "main")).press("Stay on Page");
  await app.noDialog();
  expect(await asked(app, "main")).toBe(1);
  const count = app.pageCount("main");
  writeFileSync(join(app.folder, "page/other.txt"), "changed");
  await app.pageOpened("main", count + 1);
  await app.noDialog();
});

onDisplay("SIGTERM ends the app under the question", async () => {
  await using app = await start();
  await makeDirty(app, "main");
  await pressClose(app, "main");
  await question(app, "main");
  process.kill(app.pid, "SIGTERM");
  expect((await app.running.end()).signal).toBeNull();
});
