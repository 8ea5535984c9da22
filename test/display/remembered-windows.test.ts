// A window that is remembered, on a real display: closed and opened again, which is the effect of a
// restart.

import type { WindowState } from "../../src/contract/window/window.ts";
import { waitFor } from "../../harness/wait.ts";
import { onDisplay, shareApp } from "../support/app/display-app.ts";

// With a menu bar, since GTK gives a hidden page below one no size.
const shared = shareApp({
  config: {
    framework: {
      allowlist: { window: { all: true } },
      menu: [{ text: "File", items: [{ role: "close" }] }],
    },
  },
});

type Look = Pick<WindowState, "outerPosition" | "innerSize" | "isMaximized">;

/** Opens the window, waits until it looks as wanted, does something by its class, and closes it. */
async function visit(isWanted: (look: Look) => boolean, then: string): Promise<void> {
  const { app } = shared;
  const main = app.page();
  await main.run(`
    await new Promise((resolve, reject) => {
      const options = { title: "kept", x: 30, y: 40, width: 300, height: 200, rememberState: true };
      const window = new __FRAMEWORK__.window.WebviewWindow("kept", options);
      window.once("framework://created", resolve);
      window.once("framework://error", ({ payload }) => reject(new Error(payload)));
    })`);
  await waitFor("the window", async () =>
    (await app.windows()).some(({ title, isMapped }) => title === "kept" && isMapped),
  );
  let look: Look | null = null;
  const read = `const window = __FRAMEWORK__.window.WebviewWindow.getByLabel("kept");
    const [outerPosition, innerSize, isMaximized] =
      await Promise.all([window.outerPosition(), window.innerSize(), window.isMaximized()]);
    return { outerPosition, innerSize, isMaximized };`;
  // The window manager places and maximizes it when it likes.
  await waitFor(
    "the window as it was",
    async () => isWanted((look = (await main.run(read)) as Look)),
    {
      timeout: 30_000,
      state: () => JSON.stringify(look),
    },
  );
  await main.run(`
    const window = __FRAMEWORK__.window.WebviewWindow.getByLabel("kept");
    const { PhysicalPosition, LogicalSize } = __FRAMEWORK__.window;
    ${then}`);
  await main.run(`await __FRAMEWORK__.window.WebviewWindow.getByLabel("kept").close()`);
  await waitFor(
    "its end",
    async () => !(await app.windows()).some(({ title }) => title === "kept"),
  );
}

/** Waits in the page for a property of its window. */
const until = (condition: string): string =>
  `while (!(${condition})) await new Promise((resolve) => setTimeout(resolve, 10));`;

const isUsual = ({
  outerPosition: { x, y },
  innerSize: { width, height },
  isMaximized,
}: Look): boolean =>
  Bun.deepEquals([x, y, width, height, isMaximized], [211, 133, 917, 633, false]);

onDisplay("a window comes back where it was, as large as it was, and maximized", async () => {
  await visit(
    ({ isMaximized }) => !isMaximized,
    `await window.setPosition(new PhysicalPosition(211, 133));
     await window.setSize(new LogicalSize(917, 633));
     ${until("(await window.outerPosition()).x === 211 && (await window.innerSize()).width === 917")}`,
  );
  await visit(isUsual, `await window.maximize(); ${until("await window.isMaximized()")}`);
  await visit(
    ({ isMaximized, innerSize }) => isMaximized && innerSize.width > 917,
    `await window.unmaximize(); ${until("!(await window.isMaximized()) && (await window.innerSize()).width === 917")}`,
  );
  await visit(isUsual, "");
});
