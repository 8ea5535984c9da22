// Windows of a whole app for macOS, over the stand-in for Apple's runtime: operations of their
// pages, actions of their user, and the events for pages. The screen has two pixels for each point.

import { describe, expect, test } from "bun:test";
import { waitFor } from "../../harness/wait.ts";
import { windowEars } from "../display/window-event-stories.ts";
import { missingForMac } from "../support/macos/mac-app.ts";
import { shareMacApp } from "../support/macos/shared-mac-app.ts";

const shared = shareMacApp({
  windows: ["main", "second"],
  config: { framework: { allowlist: { window: { all: true } } } },
});

const { page, hear, heard, last } = windowEars(shared);

/** Runs an expression of the window module in a page; `w` is its window, `m` the module. */
const run = (expression: string, label = "main"): Promise<unknown> =>
  page(label).run(
    `const m = __FRAMEWORK__.window; const w = m.appWindow; return await (${expression});`,
  );

const titles = async (): Promise<string[]> =>
  (await shared.app.windows()).map(({ title }) => title);

const area = async (title = "main") =>
  (await shared.app.windows()).find((each) => each.title === title)?.area;

describe.skipIf(missingForMac !== null)("a page", () => {
  test("sets its window's size, place and limits, and reads them when it has set them", async () => {
    await run("w.setSize(new m.LogicalSize(420, 310))");
    await run("w.setPosition(new m.LogicalPosition(60, 70))");
    expect(await run("w.innerSize()")).toMatchObject({ width: 840, height: 620 });
    expect(await run("w.outerPosition()")).toMatchObject({ x: 120, y: 140 });
    expect(await area()).toEqual({ x: 60, y: 70 + 28, width: 420, height: 310 });
    await waitFor("the page's own size", async () =>
      Bun.deepEquals(await page().run("return [innerWidth, innerHeight]"), [420, 310]),
    );
    await run("w.setMaxSize(new m.LogicalSize(300, 10000))");
    expect(await run("w.innerSize()")).toMatchObject({ width: 600, height: 620 });
    await run("w.setMaxSize(null)");
  });

  test("takes it through every state and back", async () => {
    const before = await area();
    for (const [there, is, back] of [
      ["maximize()", "isMaximized()", "unmaximize()"],
      ["setFullscreen(true)", "isFullscreen()", "setFullscreen(false)"],
      ["minimize()", "isMinimized()", "unminimize()"],
    ]) {
      expect(await run(`w.${there}.then(() => w.${is})`)).toBe(true);
      expect(await run(`w.${back}.then(() => w.${is})`)).toBe(false);
      await waitFor("where it was", async () => Bun.deepEquals(await area(), before));
    }
    await run("w.hide()");
    expect([await run("w.isVisible()"), await titles()]).toEqual([false, ["second"]]);
    await run("w.show()");
    expect([await run("w.isVisible()"), (await titles()).toSorted()]).toEqual([
      true,
      ["main", "second"],
    ]);
  });

  test("knows the monitors", async () => {
    const monitor = {
      size: { width: 2880, height: 1800 },
      position: { x: 0, y: 0 },
      scaleFactor: 2,
    };
    expect(await run("m.currentMonitor()")).toMatchObject(monitor);
    expect(await run("m.availableMonitors()")).toMatchObject([monitor]);
  });
});

describe.skipIf(missingForMac !== null)("a page hears", () => {
  test("the user's actions on its window", async () => {
    await hear("onResized");
    await shared.app.user.does({ do: "resize", title: "main", width: 440, height: 330 });
    await waitFor("the event", async () =>
      Bun.deepEquals(await last(), { type: "Physical", width: 880, height: 2 * (330 - 28) }),
    );
    await hear("onMoved");
    await shared.app.user.does({ do: "move", title: "main", x: 90, y: 80 });
    await waitFor("the event", async () =>
      Bun.deepEquals(await last(), { type: "Physical", x: 180, y: 160 }),
    );
    await shared.app.user.does({ do: "green", title: "main" });
    await waitFor("the full screen", async () => (await run("w.isFullscreen()")) === true);
    await run("w.setFullscreen(false)");
  });

  test("the keys come and go", async () => {
    await shared.app.user.does({ do: "click", title: "main" });
    await hear("onFocusChanged");
    await shared.app.user.does({ do: "click", title: "second" });
    await shared.app.user.does({ do: "click", title: "main" });
    await waitFor("both events", async () => (await heard()).length === 2);
    expect(await heard()).toEqual([false, true]);
  });

  test("the theme change", async () => {
    await hear("onThemeChanged");
    await shared.app.user.does({ do: "theme", theme: "dark" });
    await waitFor("the event", async () => (await last()) === "dark");
    expect(await run("w.theme()")).toBe("dark");
    await shared.app.user.does({ do: "theme", theme: "light" });
    await waitFor("the event", async () => (await last()) === "light");
  });

  test("the close button ask, keeps its window or lets it go", async () => {
    await run(`void new m.WebviewWindow("fourth", { title: "fourth", width: 300, height: 200 })`);
    await shared.app.pageOpened("fourth");
    await page("fourth").run(
      `window.questions = 0;
       await __FRAMEWORK__.window.appWindow.onCloseRequested((event) => {
         if (++window.questions === 1) event.preventDefault();
       });`,
    );
    await shared.app.user.does({ do: "close", title: "fourth" });
    await waitFor(
      "the question",
      async () => (await page("fourth").run("return window.questions")) === 1,
    );
    expect(await titles()).toContain("fourth");
    await shared.app.user.does({ do: "close", title: "fourth" });
    await waitFor("its end", async () => !(await titles()).includes("fourth"));
  });
});

test.skipIf(missingForMac !== null)(
  "nothing was done that Apple's runtime would not forgive",
  async () => {
    expect((await shared.app.user.report()).wrong).toEqual([]);
  },
);
