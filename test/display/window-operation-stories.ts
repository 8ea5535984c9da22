import { expect } from "bun:test";
import { waitFor } from "../../harness/wait.ts";
import { windows } from "../../harness/x.ts";
import type { WindowPair } from "../support/window-pair.ts";

/**
 * The effects of window module operations on a window on the screen, and the page's events: with
 * windows "main", "second".
 */
export function windowOperationStories(
  { shared, run, area, becomes }: WindowPair,
  story: (name: string, run: () => Promise<void>) => void,
): void {
  story("setTitle", async () => {
    await run(`w.setTitle("“Other” \\\\ title")`);
    await waitFor("the title", async () =>
      (await windows(shared.app.session)).some(({ title }) => title === "“Other” \\ title"),
    );
    expect(await run("w.title()")).toBe("“Other” \\ title");
    await run(`w.setTitle("main")`);
    await becomes("the old title", ({ title }) => title === "main");
  });

  story("setSize settles when it has that size", async () => {
    expect(
      await run("w.setSize(new m.LogicalSize(420, 310)).then(() => w.innerSize())"),
    ).toMatchObject({
      width: 420,
      height: 310,
    });
    await becomes("that size", ({ area: { width, height } }) => width === 420 && height === 310);
    expect(
      await run("w.setSize(new m.PhysicalSize(430.4, 309.6)).then(() => w.innerSize())"),
    ).toMatchObject({
      width: 430,
      height: 310,
    });
    await waitFor("the page to have it", async () =>
      Bun.deepEquals(await shared.app.page().run("return [innerWidth, innerHeight]"), [430, 310]),
    );
  });

  story("setSize with sizes no screen has", async () => {
    await run("w.setMaxSize(new m.LogicalSize(500, 400))");
    await run("w.setSize(new m.LogicalSize(1e9, 0))");
    await becomes("the size", ({ area: { width, height } }) => width === 500 && height === 1);
    await run("w.setMaxSize(null)");
    await run("w.setSize(new m.LogicalSize(400, 300))");
    await becomes("the size", ({ area: { width, height } }) => width === 400 && height === 300);
  });

  story("a window of a fixed size keeps to its limits", async () => {
    await run("w.setResizable(false)");
    await run("w.setMaxSize(new m.LogicalSize(450, 350))");
    await run("w.setSize(new m.LogicalSize(700, 310))");
    await becomes("the size", ({ area: { width, height } }) => width === 450 && height === 310);
    await run("w.setMaxSize(null)");
    await run("w.setSize(new m.LogicalSize(170, 60))");
    await becomes("the size", ({ area: { width, height } }) => width === 170 && height === 60);
    await run("w.setResizable(true)");
    await run("w.setSize(new m.LogicalSize(400, 300))");
    await becomes("the size", ({ area: { width, height } }) => width === 400 && height === 300);
  });

  story("a size limit below the other one counts as equal", async () => {
    await run("w.setMinSize(new m.LogicalSize(410, 310))");
    await run("w.setMaxSize(new m.LogicalSize(100, 100))");
    await becomes("the size", (window) => window.area.width === 410 && window.area.height === 310);
    await run("w.setMinSize(null)");
    await run("w.setMaxSize(null)");
    await run("w.setSize(new m.LogicalSize(400, 300))");
    await becomes("the size", (window) => window.area.width === 400);
  });

  story("center", async () => {
    await run("w.setPosition(new m.LogicalPosition(0, 0))");
    await run("w.center()");
    await becomes(
      "the middle",
      ({ area: { x, y, width, height } }) =>
        Math.abs(x + width / 2 - 640) <= 2 && Math.abs(y + height / 2 - 512) < 30,
    );
  });

  story("maximize, unmaximize, toggleMaximize", async () => {
    const before = await area();
    // The test waits each time, because a late action of the window manager would be taken for the
    // next one.
    const isMaximized = () =>
      becomes("the states", ({ states }) =>
        ["MAXIMIZED_VERT", "MAXIMIZED_HORZ"].every((state) => states.includes(state)),
      );
    const isAsBefore = () =>
      becomes(
        "the size before",
        (window) =>
          Bun.deepEquals(window.area, before) && !window.states.includes("MAXIMIZED_VERT"),
      );
    expect(await run("w.maximize().then(() => w.isMaximized())")).toBe(true);
    await isMaximized();
    expect(await run("w.unmaximize().then(() => w.isMaximized())")).toBe(false);
    await isAsBefore();
    expect(await run("w.toggleMaximize().then(() => w.isMaximized())")).toBe(true);
    await isMaximized();
    expect(await run("w.toggleMaximize().then(() => w.isMaximized())")).toBe(false);
    await isAsBefore();
  });

  story("setFullscreen", async () => {
    const before = await area();
    expect(await run("w.setFullscreen(true).then(() => w.isFullscreen())")).toBe(true);
    await becomes(
      "the whole screen",
      ({ area: { width, height }, states }) =>
        width === 1280 && height === 1024 && states.includes("FULLSCREEN"),
    );
    expect(await run("w.setFullscreen(false).then(() => w.isFullscreen())")).toBe(false);
    await becomes(
      "the size before",
      (window) => Bun.deepEquals(window.area, before) && !window.states.includes("FULLSCREEN"),
    );
  });

  story("monitors", async () => {
    const monitor = {
      size: { width: 1280, height: 1024 },
      position: { x: 0, y: 0 },
      scaleFactor: 1,
    };
    expect(await run("m.currentMonitor()")).toMatchObject(monitor);
    expect(await run("m.availableMonitors()")).toMatchObject([monitor]);
  });
}
