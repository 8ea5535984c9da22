// Every operation of the window module but those of the pointer (window-pointer.test.ts), seen from
// outside.

import { expect } from "bun:test";
import { pngFile } from "../../harness/png.ts";
import { startSession } from "../../harness/display.ts";
import { onDisplay, startDisplayApp } from "../support/app/display-app.ts";
import { waitFor } from "../../harness/wait.ts";
import { activeWindow, readWindow } from "../../harness/x.ts";
import { iconSize, numbers, property, sizeLimits } from "../../harness/x-window.ts";
import { run as runProgram } from "../../harness/x-program.ts";
import { shareWindows } from "./two-windows.ts";
import { windowOperationStories } from "./window-operation-stories.ts";

const pair = shareWindows();
const { shared, run, look, area, becomes } = pair;

windowOperationStories(pair, onDisplay);

onDisplay("setMinSize and setMaxSize hold, change the size, and go away", async () => {
  const { id } = await look();
  await run("w.setMinSize(new m.LogicalSize(450, 350))");
  await becomes(
    "the least size",
    (window) => window.area.width === 450 && window.area.height === 350,
  );
  await run("w.setMaxSize(new m.LogicalSize(460, 360))");
  await run("w.setSize(new m.LogicalSize(900, 900))");
  await becomes(
    "the greatest size",
    (window) => window.area.width === 460 && window.area.height === 360,
  );
  expect(await sizeLimits(shared.app.session, id)).toEqual({ least: "450x350", most: "460x360" });
  await run("w.setMinSize(null)");
  await run("w.setMaxSize()");
  await run("w.setSize(new m.LogicalSize(400, 300))");
  await becomes("the size", (window) => window.area.width === 400 && window.area.height === 300);
});

onDisplay("setResizable keeps the size, and setSize works nevertheless", async () => {
  await run("w.setResizable(false)");
  const { id } = await look();
  await waitFor(
    "the limits",
    async () => (await sizeLimits(shared.app.session, id)).most === "400x300",
  );
  await run("w.setSize(new m.LogicalSize(380, 280))");
  expect(await area()).toMatchObject({ width: 380, height: 280 });
  expect(await sizeLimits(shared.app.session, id)).toEqual({ least: "380x280", most: "380x280" });
  await run("w.setResizable(true)");
  await waitFor("no limits", async () => (await sizeLimits(shared.app.session, id)).most === null);
  expect(await area()).toMatchObject({ width: 380, height: 280 });
});

onDisplay(
  "a window of a fixed size fills the screen when it is fullscreen, and has its size again",
  async () => {
    await run("w.setResizable(false)");
    const [{ id }, before] = [await look(), await area()];
    await run("w.setFullscreen(true)");
    await becomes("the screen", ({ area: { width, height } }) => width === 1280 && height === 1024);
    await run("w.setFullscreen(false)");
    await becomes("the window", (window) => Bun.deepEquals(window.area, before));
    const size = `${before.width}x${before.height}`;
    await waitFor("its limits", async () =>
      Bun.deepEquals(await sizeLimits(shared.app.session, id), { least: size, most: size }),
    );
    await run("w.setResizable(true)");
  },
);

onDisplay("setPosition settles when it is there; also beyond the screen's edge", async () => {
  for (const [x, y] of [
    [120, 130],
    [-40, 60],
  ] as const) {
    expect(
      await run(`w.setPosition(new m.PhysicalPosition(${x}, ${y})).then(() => w.outerPosition())`),
    ).toMatchObject({ x, y });
    const [left = 0, , top = 0] = await numbers(
      shared.app.session,
      (await look()).id,
      "_NET_FRAME_EXTENTS",
    );
    expect(await area()).toMatchObject({ x: x + left, y: y + top });
  }
});

onDisplay("minimize and unminimize", async () => {
  expect(await run("w.minimize().then(() => w.isMinimized())")).toBe(true);
  await becomes("no window", ({ isMapped }) => !isMapped);
  expect(await property(shared.app.session, (await look()).id, "WM_STATE")).toContain("Iconic");
  expect(await run("w.isVisible()")).toBe(true);
  expect(await run("w.unminimize().then(() => w.isMinimized())")).toBe(false);
  await becomes("the window", ({ isMapped }) => isMapped);
});

onDisplay("hide and show: it comes back where it was, as it was", async () => {
  await run("w.setAlwaysOnTop(true)");
  await run("w.setPosition(new m.LogicalPosition(200, 210))");
  const { id } = await look();
  const before = await area();
  await run("w.hide()");
  await waitFor(
    "no window",
    async () => (await readWindow(shared.app.session, id))?.isMapped === false,
  );
  expect(await run("w.isVisible()")).toBe(false);
  await run("w.show()");
  await becomes("the window", ({ isMapped, states }) => isMapped && states.includes("ABOVE"));
  expect(await area()).toEqual(before);
  expect(await run("w.isVisible()")).toBe(true);
  await run("w.setAlwaysOnTop(false)");
  await becomes("no wish", ({ states }) => !states.includes("ABOVE"));
});

onDisplay("a hidden window comes back where it was put meanwhile", async () => {
  const { id } = await look();
  const hide = async () => {
    await run("w.hide()");
    await waitFor(
      "no window",
      async () => (await readWindow(shared.app.session, id))?.isMapped === false,
    );
  };
  for (const place of [30, 240]) {
    await hide();
    await run(`w.setPosition(new m.LogicalPosition(${place}, ${place})).then(() => w.show())`);
    await waitFor(
      "its place",
      async () =>
        Bun.deepEquals(await run("w.outerPosition().then(({ x, y }) => [x, y])"), [place, place]),
      { state: async () => JSON.stringify([await look(), await run("w.outerPosition()")]) },
    );
  }
  const { width, height } = await area();
  for (const more of [0, 200, 0]) {
    await hide();
    await run(
      `w.setSize(new m.LogicalSize(${width + more}, ${height})).then(() => w.center()).then(() => w.show())`,
    );
    await becomes(
      "the middle",
      ({ area }) => area.width === width + more && Math.abs(area.x + area.width / 2 - 640) <= 2,
    );
  }
});

onDisplay("setDecorations", async () => {
  const { id } = await look();
  await run("w.setDecorations(false)");
  await waitFor("no frame", async () =>
    Bun.deepEquals(await numbers(shared.app.session, id, "_NET_FRAME_EXTENTS"), [0, 0, 0, 0]),
  );
  expect(await run("w.isDecorated()")).toBe(false);
  await run("w.setDecorations(true)");
  await waitFor(
    "a frame",
    async () => ((await numbers(shared.app.session, id, "_NET_FRAME_EXTENTS"))[2] ?? 0) > 0,
  );
});

onDisplay("setSkipTaskbar, setClosable", async () => {
  const { id } = await look();
  await run("w.setSkipTaskbar(true)");
  await becomes("the wish", ({ states }) => states.includes("SKIP_TASKBAR"));
  await run("w.setSkipTaskbar(false)");
  await becomes("no wish", ({ states }) => !states.includes("SKIP_TASKBAR"));
  await run("w.setClosable(false)");
  await waitFor(
    "the wish",
    async () => (await numbers(shared.app.session, id, "_MOTIF_WM_HINTS"))[1] === 0x21,
  );
  expect(await run("w.isClosable()")).toBe(false);
  await run("w.setClosable(true)");
  await waitFor(
    "no wish",
    async () => (await numbers(shared.app.session, id, "_MOTIF_WM_HINTS"))[1] !== 0x21,
  );
});

onDisplay("setFocus brings any window to the front", async () => {
  const [main, second] = [await look(), await look("second")];
  for (let round = 0; round < 2; round++) {
    expect(
      await run(`m.WebviewWindow.getByLabel("second").setFocus().then(() => w.isFocused())`),
    ).toBe(false);
    await comesToFront(second.id);
    expect(await run("w.setFocus().then(() => w.isFocused())")).toBe(true);
    await comesToFront(main.id);
  }
});

/** The window knows that it has the keyboard before the window manager tells others. */
const comesToFront = (window: number) =>
  waitFor("the window in front", async () => (await activeWindow(shared.app.session)) === window);

onDisplay("requestUserAttention, and taking it back", async () => {
  await run(`m.WebviewWindow.getByLabel("second").setFocus()`);
  const { id } = await look();
  const isUrgent = async () =>
    (await property(shared.app.session, id, "WM_HINTS"))?.includes("urgency") === true;
  await run("w.requestUserAttention(m.UserAttentionType.Critical)");
  await waitFor("the wish", isUrgent);
  await becomes("the state", ({ states }) => states.includes("DEMANDS_ATTENTION"));
  await run("w.requestUserAttention(null)");
  await waitFor("no wish", async () => !(await isUrgent()));
  await run("w.setFocus()");
});

onDisplay("setIcon, of any size, and what is no picture", async () => {
  const { id } = await look();
  const icon = async () => iconSize(shared.app.session, id);
  for (const [side, shown] of [
    [16, 16],
    [1024, 256],
  ] as const) {
    const png = pngFile({
      width: side,
      height: side,
      pixels: new Uint8Array(side * side * 3).fill(200),
    });
    const base64 = Buffer.from(png).toString("base64");
    await run("w.setIcon(Uint8Array.from(atob(args[0]), (digit) => digit.charCodeAt(0)))", base64);
    await waitFor("the icon", async () => Bun.deepEquals(await icon(), [shown, shown]), {
      state: async () => String(await icon()),
    });
  }
  for (const bytes of [[], [1, 2, 3], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]]) {
    await expect(run("w.setIcon(Uint8Array.from(args[0]))", bytes)).rejects.toMatchObject({
      code: "bad-argument",
    });
  }
  await expect(run(`w.setIcon("/etc/hostname")`)).rejects.toMatchObject({ code: "out-of-scope" });
  expect(await icon()).toEqual([256, 256]);
});

onDisplay(
  "print shows the system's dialog, for this window alone, and the page's own print does, too",
  async () => {
    for (const ask of [
      "await __FRAMEWORK__.window.appWindow.print()",
      "setTimeout(() => window.print())",
    ]) {
      await shared.app.page().run(ask);
      const dialog = await waitFor("the print dialog", async () =>
        (await shared.app.windows()).find(({ type, isMapped }) => type === "DIALOG" && isMapped),
      );
      expect([dialog.transientFor, dialog.states]).toEqual([(await look()).id, ["MODAL"]]);
      expect(await shared.app.page().run("return 'goes on'")).toBe("goes on");
      await shared.app.session
        .start(["xdotool", "windowactivate", "--sync", String(dialog.id), "key", "Escape"])
        .end();
      await shared.app.noDialog();
    }
  },
);

onDisplay("print shows the dialog in front of a window with a menu bar, too", async () => {
  await using app = await startDisplayApp(shared.app.session, {
    config: {
      framework: {
        allowlist: { window: { print: true } },
        windows: [{ label: "main", title: "barred" }],
        menu: [{ text: "File", items: [{ id: "save", text: "Save" }] }],
      },
    },
  });
  const window = Number(
    await runProgram(app.session, ["xdotool", "search", "--onlyvisible", "--name", "^barred$"]),
  );
  await app.page().run("await __FRAMEWORK__.window.appWindow.print()");
  const dialog = await waitFor("the print dialog", async () =>
    (await app.windows()).find(({ type, isMapped }) => type === "DIALOG" && isMapped),
  );
  expect([dialog.transientFor, dialog.states]).toEqual([window, ["MODAL"]]);
});

onDisplay("a window that its user has come to asks for attention no more", async () => {
  const { session } = shared.app;
  const { id } = await look();
  const isUrgent = async () => /urgency/i.test((await property(session, id, "WM_HINTS")) ?? "");
  await using other = await startDisplayApp(session, {
    config: { framework: { windows: [{ label: "main", title: "in front" }] } },
  });
  await other.page().run("return document.title");
  const [front] = await other.windows();
  await runProgram(session, ["xdotool", "windowactivate", "--sync", String(front?.id)]);
  await waitFor("the other window", async () => !(await run("w.isFocused()")));
  await run("w.requestUserAttention(m.UserAttentionType.Critical)");
  await waitFor("the hint", isUrgent);
  await runProgram(session, ["xdotool", "windowactivate", "--sync", String(id)]);
  await waitFor("the focus", () => run("w.isFocused()"));
  await waitFor("no hint", async () => !(await isUrgent()));
});

// Wishes have no answer where no window manager is.
onDisplay(
  "a window without an answer has its limits back a second after its last wish to be large",
  async () => {
    await using session = await startSession({ windowManager: false });
    await using app = await startDisplayApp(session, {
      config: { framework: { allowlist: { all: true } } },
    });
    const wish = (call: string) => app.page().run(`await __FRAMEWORK__.window.appWindow.${call};`);
    const window = Number(
      await runProgram(session, ["xdotool", "search", "--onlyvisible", "--name", "^main$"]),
    );
    const most = async () => (await sizeLimits(session, window)).most;
    await wish("setResizable(false)");
    await waitFor("its limits", async () => (await most()) === "560x400");
    await wish("setFullscreen(true)");
    await waitFor("no limits", async () => (await most()) === null);
    await Bun.sleep(500); // in the middle of the second that the first wish is waited for
    const asked = performance.now();
    await wish("maximize()");
    await waitFor("its limits again", async () => (await most()) === "560x400");
    expect(performance.now() - asked).toBeGreaterThanOrEqual(1000);
  },
);
