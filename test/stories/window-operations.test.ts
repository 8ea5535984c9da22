// The arguments of each function in the window module, down to the ui thread.

import { expect, test } from "bun:test";
import type { WindowOperation } from "../../src/contract/ui/index.ts";
import { windowOperationRows } from "../../src/contract/window/operations.ts";
import { cursorIcons } from "../../src/contract/window/window.ts";
import { blackPng } from "../../harness/png.ts";
import { waitFor } from "../../harness/wait.ts";
import { tempDir } from "../../harness/temp-dir.ts";
import { startWindowApp, type WindowApi, type WindowApp } from "../support/window-api.ts";
import { here, testOnEach } from "../support/each-system.ts";

function applied({ app }: WindowApp): { window: string; operation: WindowOperation }[] {
  return app.platform.recorded.flatMap((each) => (each.call === "window.apply" ? [each.args] : []));
}

const icon = new Uint8Array(blackPng(2, 2));

type AnyWindow = WindowApi["appWindow"];

const logical = { type: "Logical", width: 300, height: 200 } as const;
const physical = { type: "Physical", width: 300, height: 200 } as const;
const place = { type: "Logical", x: -5, y: 7.5 } as const;

const cases: readonly [
  string,
  (window: AnyWindow, api: WindowApi) => Promise<void>,
  WindowOperation,
][] = [
  ["center", (w) => w.center(), { name: "center", value: null }],
  ["maximize", (w) => w.maximize(), { name: "maximize", value: null }],
  ["unmaximize", (w) => w.unmaximize(), { name: "unmaximize", value: null }],
  ["minimize", (w) => w.minimize(), { name: "minimize", value: null }],
  ["unminimize", (w) => w.unminimize(), { name: "unminimize", value: null }],
  ["show", (w) => w.show(), { name: "show", value: null }],
  ["hide", (w) => w.hide(), { name: "hide", value: null }],
  ["setFocus", (w) => w.setFocus(), { name: "setFocus", value: null }],
  ["startDragging", (w) => w.startDragging(), { name: "startDragging", value: null }],
  ["print", (w) => w.print(), { name: "print", value: null }],
  ["setResizable", (w) => w.setResizable(false), { name: "setResizable", value: false }],
  ["setMaximizable", (w) => w.setMaximizable(false), { name: "setMaximizable", value: false }],
  ["setMinimizable", (w) => w.setMinimizable(false), { name: "setMinimizable", value: false }],
  ["setClosable", (w) => w.setClosable(false), { name: "setClosable", value: false }],
  ["setDecorations", (w) => w.setDecorations(false), { name: "setDecorations", value: false }],
  ["setAlwaysOnTop", (w) => w.setAlwaysOnTop(true), { name: "setAlwaysOnTop", value: true }],
  ["setShadow", (w) => w.setShadow(false), { name: "setShadow", value: false }],
  [
    "setContentProtected",
    (w) => w.setContentProtected(true),
    { name: "setContentProtected", value: true },
  ],
  ["setFullscreen", (w) => w.setFullscreen(true), { name: "setFullscreen", value: true }],
  ["setSkipTaskbar", (w) => w.setSkipTaskbar(true), { name: "setSkipTaskbar", value: true }],
  ["setCursorGrab", (w) => w.setCursorGrab(true), { name: "setCursorGrab", value: true }],
  [
    "setCursorVisible",
    (w) => w.setCursorVisible(false),
    { name: "setCursorVisible", value: false },
  ],
  [
    "setIgnoreCursorEvents",
    (w) => w.setIgnoreCursorEvents(true),
    { name: "setIgnoreCursorEvents", value: true },
  ],
  ["setCursorIcon", (w) => w.setCursorIcon("grab"), { name: "setCursorIcon", value: "grab" }],
  ["setTitle", (w) => w.setTitle("a “b” \0 c"), { name: "setTitle", value: "a “b” \0 c" }],
  [
    "setSize",
    (w, { LogicalSize }) => w.setSize(new LogicalSize(300, 200)),
    { name: "setSize", value: logical },
  ],
  [
    "setSize",
    (w, { PhysicalSize }) => w.setSize(new PhysicalSize(300, 200)),
    { name: "setSize", value: physical },
  ],
  [
    "setMinSize",
    (w, { LogicalSize }) => w.setMinSize(new LogicalSize(300, 200)),
    { name: "setMinSize", value: logical },
  ],
  ["setMinSize to none", (w) => w.setMinSize(null), { name: "setMinSize", value: null }],
  ["setMinSize to nothing", (w) => w.setMinSize(), { name: "setMinSize", value: null }],
  [
    "setMaxSize",
    (w, { LogicalSize }) => w.setMaxSize(new LogicalSize(300, 200)),
    { name: "setMaxSize", value: logical },
  ],
  ["setMaxSize to none", (w) => w.setMaxSize(undefined), { name: "setMaxSize", value: null }],
  [
    "setPosition",
    (w, { LogicalPosition }) => w.setPosition(new LogicalPosition(-5, 7.5)),
    { name: "setPosition", value: place },
  ],
  [
    "setCursorPosition",
    (w, { LogicalPosition }) => w.setCursorPosition(new LogicalPosition(-5, 7.5)),
    { name: "setCursorPosition", value: place },
  ],
  [
    "requestUserAttention",
    (w, { UserAttentionType }) => w.requestUserAttention(UserAttentionType.Critical),
    { name: "requestUserAttention", value: "Critical" },
  ],
  [
    "requestUserAttention, kindly",
    (w, { UserAttentionType }) => w.requestUserAttention(UserAttentionType.Informational),
    { name: "requestUserAttention", value: "Informational" },
  ],
  [
    "requestUserAttention no more",
    (w) => w.requestUserAttention(null),
    { name: "requestUserAttention", value: null },
  ],
  ["setTheme", (w) => w.setTheme("dark"), { name: "setTheme", value: "dark" }],
  ["setTheme to none", (w) => w.setTheme(null), { name: "setTheme", value: null }],
  ["setIcon from bytes", (w) => w.setIcon(icon), { name: "setIcon", value: icon }],
];

for (const [name, call, operation] of cases) {
  test(`${name} reaches the window, and no other`, async () => {
    using running = await startWindowApp({ windows: [{ label: "main" }, { label: "other" }] });
    await call(running.api.appWindow, running.api);
    expect(applied(running)).toEqual([{ window: "main", operation }]);
  });
}

test("every operation of the table has a case", () => {
  const tried = new Set(cases.map(([, , { name }]) => name));
  expect(windowOperationRows.map(([name]) => name).filter((name) => !tried.has(name))).toEqual([]);
});

test("all windows have the theme that one of them asks for, also those that open later", async () => {
  using running = await startWindowApp({ windows: [{ label: "main" }, { label: "other" }] });
  const { appWindow, WebviewWindow } = running.api;
  const other = WebviewWindow.getByLabel("other") as WindowApi["appWindow"];
  const heard: unknown[] = [];
  await other.onThemeChanged(({ payload }) => heard.push(payload));
  for (const theme of ["dark", "dark", "light", null] as const) {
    await appWindow.setTheme(theme);
    expect([await appWindow.theme(), await other.theme()]).toEqual(Array(2).fill(theme ?? "light"));
  }
  new WebviewWindow("third", { theme: "dark" });
  await waitFor("a dark window", async () => (await appWindow.theme()) === "dark");
  await waitFor("its events", () => heard.length === 3);
  expect(heard).toEqual(["dark", "light", "dark"]);
});

test("every cursor of the list is known, and no other", async () => {
  using running = await startWindowApp();
  for (const icon of cursorIcons) await running.api.appWindow.setCursorIcon(icon);
  expect(applied(running).map(({ operation }) => operation)).toEqual(
    cursorIcons.map((value) => ({ name: "setCursorIcon", value })),
  );
  await expect(running.api.appWindow.setCursorIcon("fist" as never)).rejects.toMatchObject({
    code: "bad-argument",
  });
});

test("a page may name any window, and one that is not open is not found", async () => {
  using running = await startWindowApp({ windows: [{ label: "main" }, { label: "other" }] });
  const other = running.api.WebviewWindow.getByLabel("other");
  await other?.setTitle("From afar");
  expect(await other?.title()).toBe("From afar");
  expect(await running.api.appWindow.title()).toBe("Memory");
  for (const command of ["window.setTitle", "window.title", "window.close", "window.destroy"]) {
    const args = { label: "nobody", ...(command === "window.setTitle" && { title: "x" }) };
    await expect(running.app.page.invoke(command, args)).rejects.toMatchObject({
      code: "not-found",
      message: 'Cannot find window "nobody": it must be the label of an open window',
    });
  }
  await running.quiet();
});

test("an invalid size or position is refused before it leaves the page", async () => {
  using running = await startWindowApp();
  const { appWindow } = running.api;
  await expect(appWindow.setSize({ width: 1, height: 1 } as never)).rejects.toThrow(
    'Cannot run "window.setSize": "size" must be a LogicalSize or a PhysicalSize',
  );
  await expect(appWindow.setPosition({ x: 1, y: 1 } as never)).rejects.toThrow(
    'Cannot run "window.setPosition": "position" must be a LogicalPosition or a PhysicalPosition',
  );
  expect(applied(running)).toEqual([]);
});

for (const size of [
  { type: "Logical", width: -1, height: 1 },
  { type: "Logical", width: 1, height: "1" },
  { type: "Inches", width: 1, height: 1 },
  { type: "Logical", width: 1 },
  null,
]) {
  test(`the size ${JSON.stringify(size)} is refused`, async () => {
    using running = await startWindowApp();
    await expect(running.app.page.invoke("window.setSize", { size })).rejects.toMatchObject({
      code: "bad-argument",
    });
    expect(applied(running)).toEqual([]);
  });
}

testOnEach("an icon's path is read within the scope only", async () => {
  using folder = tempDir({ "in/icon.png": icon, "out/icon.png": icon });
  using running = await startWindowApp({
    config: {},
    allow: ["window.setIcon"],
  });
  running.app.services.grants.allowFile(here(folder.path, "in/icon.png"));
  await running.api.appWindow.setIcon(here(folder.path, "in/icon.png"));
  await expect(
    running.api.appWindow.setIcon(here(folder.path, "out/icon.png")),
  ).rejects.toMatchObject({
    code: "out-of-scope",
  });
  expect(applied(running).map(({ operation }) => operation)).toEqual([
    { name: "setIcon", value: icon },
  ]);
});

test("an unreadable picture rejects with its reason", async () => {
  using running = await startWindowApp();
  await expect(running.api.appWindow.setIcon(new Uint8Array())).rejects.toMatchObject({
    code: "bad-argument",
  });
});

test("toggling the maximized state does what is needed", async () => {
  using running = await startWindowApp();
  const { appWindow } = running.api;
  await appWindow.toggleMaximize();
  expect(await appWindow.isMaximized()).toBe(true);
  await appWindow.toggleMaximize();
  expect(await appWindow.isMaximized()).toBe(false);
});

test("an operation can be read back", async () => {
  using running = await startWindowApp();
  const { appWindow, LogicalSize, LogicalPosition, PhysicalSize, PhysicalPosition } = running.api;
  await appWindow.setSize(new LogicalSize(640, 480));
  await appWindow.setMinSize(new LogicalSize(700, 100));
  await appWindow.setPosition(new LogicalPosition(30, 40));
  expect([await appWindow.innerSize(), await appWindow.outerPosition()]).toEqual([
    new PhysicalSize(700, 480),
    new PhysicalPosition(30, 40),
  ]);
  await appWindow.setFullscreen(true);
  await appWindow.setResizable(false);
  await appWindow.setDecorations(false);
  await appWindow.hide();
  expect([
    await appWindow.isFullscreen(),
    await appWindow.isResizable(),
    await appWindow.isMaximizable(),
    await appWindow.isDecorated(),
    await appWindow.isVisible(),
  ]).toEqual([true, false, false, false, false]);
  await appWindow.setResizable(true);
  expect(await appWindow.isMaximizable()).toBe(true);
});

test("reading needs no flag", async () => {
  using running = await startWindowApp({
    allow: [],
    windows: [{ width: 320, height: 240, title: "Notes" }],
  });
  const { api } = running;
  const { appWindow: w, PhysicalSize, PhysicalPosition } = api;
  expect([
    await w.scaleFactor(),
    await w.innerPosition(),
    await w.outerPosition(),
    await w.innerSize(),
    await w.outerSize(),
    await w.isFullscreen(),
    await w.isMinimized(),
    await w.isMaximized(),
    await w.isFocused(),
    await w.isDecorated(),
    await w.isResizable(),
    await w.isMaximizable(),
    await w.isMinimizable(),
    await w.isClosable(),
    await w.isVisible(),
    await w.title(),
    await w.theme(),
  ]).toEqual([
    1,
    new PhysicalPosition(1, 20),
    new PhysicalPosition(0, 0),
    new PhysicalSize(320, 240),
    new PhysicalSize(322, 261),
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
    true,
    true,
    "Notes",
    "light",
  ]);
});

test("monitors have sizes and places of the page's own classes", async () => {
  using running = await startWindowApp({ allow: [] });
  const { api } = running;
  const monitor = {
    name: "Memory",
    size: new api.PhysicalSize(1920, 1080),
    position: new api.PhysicalPosition(0, 0),
    workArea: { size: new api.PhysicalSize(1920, 1010), position: new api.PhysicalPosition(0, 30) },
    scaleFactor: 1,
  };
  expect(await api.currentMonitor()).toEqual(monitor);
  expect(await api.primaryMonitor()).toEqual(monitor);
  expect(await api.availableMonitors()).toEqual([monitor]);
  expect((await api.currentMonitor())?.size).toBeInstanceOf(api.PhysicalSize);
});

test("physical measures become logical ones by the scale factor", async () => {
  using running = await startWindowApp();
  const { PhysicalSize, PhysicalPosition, LogicalSize, LogicalPosition } = running.api;
  expect(new PhysicalSize(300, 200).toLogical(2)).toEqual(new LogicalSize(150, 100));
  expect(new PhysicalPosition(300, -200).toLogical(1.25)).toEqual(new LogicalPosition(240, -160));
});
