// The window events of the app, their order, and the remaining objects.
import { describe, expect, test } from "bun:test";
import { NSMenuItem } from "../../../harness/objective-c/app-kit/ns-menu.ts";
import type { NSWindow } from "../../../harness/objective-c/app-kit/ns-window.ts";
import {
  click,
  enterApp,
  leaveApp,
  move,
  plug,
  pressClose,
  pressMiniaturize,
  resize,
  restore,
} from "../../../harness/objective-c/driver.ts";
import { settle } from "../../../harness/objective-c/loop.ts";
import { livingObjects } from "../../../harness/objective-c/ns-object.ts";
import { tell } from "../../../harness/objective-c/tell.ts";
import { heldByApp } from "../../../harness/objective-c/stand-in.ts";
import { withPool } from "../../../src/native/macos/objc/pool.ts";
import { soon } from "../../../src/native/macos/loop.ts";
import { showAgain } from "../../../src/native/macos/window/window.ts";
import { readMonitors } from "../../../src/native/macos/window/monitors.ts";
import { StagedWindow } from "./cases/window-stage.ts";

const laptop = { name: "Built-in", frame: { x: 0, y: 0, width: 1440, height: 900 }, scale: 2 };

test("opening tells nothing but the keys", () => {
  using staged = new StagedWindow({
    position: { x: 10, y: 50 },
    minSize: { width: 500, height: null },
    maximized: true,
  });
  expect(staged.reportedWhole()).toEqual([["window.focused", { isFocused: true }]]);
});

test("the close button asks, and nothing else happens until the app destroys the window", () => {
  using staged = new StagedWindow();
  staged.received();
  for (let count = 0; count < 3; count++) pressClose(staged.shown);
  expect([staged.received(), staged.shown.isShown]).toEqual([
    Array(3).fill("window.closeRequested"),
    true,
  ]);
  const { shown } = staged;
  withPool(() => staged.window.destroy());
  settle();
  expect([staged.received(), shown.isShown, staged.view.asked]).toEqual([
    ["window.closed"],
    false,
    ["close"],
  ]);
});

test("a window that cannot be closed by its button has none that works", () => {
  using staged = new StagedWindow({ closable: false });
  expect(() => pressClose(staged.shown)).toThrow("it has none that works");
});

describe("the entries of menus for Close, Minimize and Zoom", () => {
  const actions = ["performClose:", "performMiniaturize:", "performZoom:"];

  const choose = ({ shown }: StagedWindow, action: string): void => {
    withPool(() => tell(shown, action, null));
    settle();
  };
  const isOffered = ({ shown }: StagedWindow, action: string): unknown =>
    withPool(() => {
      const item = new NSMenuItem();
      item.action = action;
      return tell(shown, "validateMenuItem:", item);
    });

  for (const decorations of [true, false])
    test(`do what the buttons do, ${decorations ? "with" : "without"} a title bar`, () => {
      using staged = new StagedWindow({ decorations });
      staged.received();
      expect(actions.map((action) => isOffered(staged, action))).toEqual([true, true, true]);
      choose(staged, "performClose:");
      expect([staged.received(), staged.shown.isShown]).toEqual([["window.closeRequested"], true]);
      const { outerPosition, innerSize } = staged.state;
      choose(staged, "performZoom:");
      expect(staged.state.isMaximized).toBe(true);
      choose(staged, "performZoom:");
      expect(staged.state).toMatchObject({ isMaximized: false, outerPosition, innerSize });
      choose(staged, "performMiniaturize:");
      expect([staged.state.isMinimized, staged.shown.beeps]).toEqual([true, 0]);
    });

  for (const decorations of [true, false])
    test(`are off where the app forbids it, ${decorations ? "with" : "without"} a title bar`, () => {
      using staged = new StagedWindow({
        decorations,
        closable: false,
        minimizable: false,
        maximizable: false,
      });
      staged.received();
      for (const action of actions) choose(staged, action);
      expect([staged.received(), staged.shown.beeps]).toEqual([[], 3]);
      const { isMinimized, isMaximized } = staged.state;
      expect({ isMinimized, isMaximized }).toEqual({ isMinimized: false, isMaximized: false });
    });

  test("are greyed without a title bar, where the app forbids it", () => {
    using staged = new StagedWindow({ decorations: false, closable: false, resizable: false });
    expect(actions.map((action) => isOffered(staged, action))).toEqual([false, true, false]);
    // Entries with other actions of a window stay as they are.
    expect(isOffered(staged, "toggleFullScreen:")).toBe(true);
  });
});

test("moving and resizing by hand are reported in pixels, within the limits", () => {
  using staged = new StagedWindow({
    position: { x: 100, y: 100 },
    minSize: { width: 300, height: 200 },
  });
  staged.received();
  move(staged.shown, { x: 200, y: 300 });
  expect(staged.reportedWhole()).toEqual([
    ["window.moved", { position: { x: 400, y: (900 - 300 - 328) * 2 } }],
  ]);
  resize(staged.shown, { width: 10, height: 10 });
  expect(staged.reportedWhole()).toEqual([
    ["window.resized", { size: { width: 600, height: 400 } }],
  ]);
  expect(staged.shown.content.value?.children.items.map(({ frame }) => frame)).toEqual([
    { x: 0, y: 0, width: 300, height: 200 },
  ]);
});

test("a window that is resized by its left edge reports a move, too", () => {
  using staged = new StagedWindow({ position: { x: 100, y: 100 } });
  staged.received();
  const { x, width, ...rest } = staged.shown.frame;
  withPool(() => staged.shown.place({ ...rest, x: x - 20, width: width + 20 }));
  expect(staged.reportedWhole()).toEqual([
    ["window.resized", { size: staged.state.innerSize }],
    ["window.moved", { position: { x: 160, y: 200 } }],
  ]);
});

for (const [how, act] of [
  ["moved", (window: NSWindow) => move(window, { x: 300, y: 300 })],
  ["resized", (window: NSWindow) => resize(window, { width: 500, height: 500 })],
] as const)
  test(`a window that is destroyed while it is ${how} by hand goes at once, and is let go of after that`, () => {
    using staged = new StagedWindow();
    const { shown, window } = staged;
    const seen: { isShown: boolean; isFreed: boolean }[] = [];
    staged.received();
    // As a call of the app thread comes: in whatever loop runs.
    window.changeListeners.add(() =>
      soon(() => {
        if (window.isDestroyed) return;
        window.destroy();
        seen.push({ isShown: shown.isShown, isFreed: shown.isFreed });
      }),
    );
    act(shown);
    expect([seen, shown.isFreed]).toEqual([[{ isShown: false, isFreed: false }], true]);
    expect(staged.received()).toEqual([`window.${how}`, "window.closed"]);
  });

test("the keys go from window to window, and away with the user", () => {
  using one = new StagedWindow();
  using other = new StagedWindow();
  const reported = (): unknown[] => [one.reportedWhole(), other.reportedWhole()];
  reported();
  const [has, hasNot] = [
    ["window.focused", { isFocused: true }],
    ["window.focused", { isFocused: false }],
  ];
  click(one.shown);
  expect(reported()).toEqual([[has], [hasNot]]);
  leaveApp();
  expect(reported()).toEqual([[hasNot], []]);
  enterApp();
  expect(reported()).toEqual([[has], []]);
  pressMiniaturize(one.shown);
  expect([reported(), one.state.isMinimized]).toEqual([[[hasNot], [has]], true]);
  restore(one.shown);
  expect(reported()).toEqual([[has], [hasNot]]);
});

describe("on monitors of other scales", () => {
  const monitors = [
    laptop,
    { name: "Desk", frame: { x: 1440, y: -180, width: 1920, height: 1080 }, scale: 1 },
    { name: "Above", frame: { x: 0, y: 900, width: 1000, height: 500 }, scale: 1.5 },
  ];

  test("each is where it is, from the top left corner of the first one", () => {
    plug(monitors);
    using staged = new StagedWindow({ position: { x: 1500, y: 100 } });
    const read = withPool(() => readMonitors(staged.shown.frame));
    // Below the menu bar.
    const monitor = (
      name: string,
      x: number,
      y: number,
      width: number,
      height: number,
      scaleFactor: number,
    ) => {
      const bar = 25 * scaleFactor;
      const workArea = {
        position: { x, y: Math.round(y + bar) },
        size: { width, height: Math.round(height - bar) },
      };
      return { name, size: { width, height }, position: { x, y }, workArea, scaleFactor };
    };
    expect(read).toEqual({
      all: [
        monitor("Built-in", 0, 0, 2880, 1800, 2),
        monitor("Desk", 1440, 0, 1920, 1080, 1),
        monitor("Above", 0, -750, 1500, 750, 1.5),
      ],
      primary: 0,
      current: 1,
      canPlace: true,
    });
    plug([laptop]);
  });

  test("a window is on the one with the larger part of it", () => {
    plug(monitors);
    using staged = new StagedWindow({ position: { x: 1300, y: 100 } });
    expect(withPool(() => readMonitors(staged.shown.frame)).current).toBe(1);
    staged.apply("setPosition", { type: "Logical", x: 1100, y: 100 });
    expect(withPool(() => readMonitors(staged.shown.frame)).current).toBe(0);
    // Beside all of them, the nearest one.
    expect(withPool(() => readMonitors({ x: 4000, y: 0, width: 1, height: 1 })).current).toBe(1);
    plug([laptop]);
  });

  test("other colours of a screen are no other scale", () => {
    using staged = new StagedWindow();
    staged.received();
    staged.shown.announce(
      "NSWindowDidChangeBackingPropertiesNotification",
      "windowDidChangeBackingProperties:",
    );
    settle();
    expect(staged.received()).toEqual([]);
  });

  test("a window that goes to another one keeps its size in points, and both are reported", () => {
    plug(monitors);
    using staged = new StagedWindow({ position: { x: 100, y: 100 } });
    staged.received();
    staged.apply("setPosition", { type: "Logical", x: 1600, y: 100 });
    expect(staged.reportedWhole()).toEqual([
      ["window.moved", { position: { x: 1600, y: 100 } }],
      ["window.scaled", { scaleFactor: 1, size: { width: 400, height: 300 } }],
    ]);
    plug([laptop]);
    expect(staged.received()).toEqual(["window.moved", "window.scaled"]);
    expect(withPool(() => readMonitors(staged.shown.frame)).current).toBe(0);
  });

  test("without a monitor, a window is on none, and nothing goes wrong", () => {
    using staged = new StagedWindow();
    plug([]);
    const read = withPool(() => readMonitors(staged.shown.frame));
    expect(read).toEqual({ all: [], primary: null, current: null, canPlace: true });
    staged.apply("center", null);
    staged.apply("maximize", null);
    plug([laptop]);
  });
});

test("a click on the Dock's icon brings back the window that was hidden last, when none can be seen", () => {
  using never = new StagedWindow({ visible: false });
  using first = new StagedWindow();
  using last = new StagedWindow();
  const all = [never.native, first.native, last.native];
  first.apply("hide", null);
  withPool(() => showAgain(all));
  expect([never, first, last].map(({ state }) => state.isVisible)).toEqual([false, false, true]);
  last.apply("hide", null);
  withPool(() => showAgain(all));
  expect([never, first, last].map(({ state }) => state.isVisible)).toEqual([false, false, true]);
});

test("of a hundred windows nothing is left", () => {
  const round = (): void => {
    using staged = new StagedWindow({
      theme: "Dark",
      titleBarStyle: "Overlay",
      tabbingIdentifier: "group",
    });
    for (const value of [true, false]) {
      staged.apply("setDecorations", value);
      staged.apply("setFullscreen", value);
      staged.apply("setCursorVisible", value);
    }
    staged.apply("setTitle", "another");
    staged.apply("minimize", null);
  };
  round();
  const [held, living] = [heldByApp(), livingObjects().length];
  for (let count = 0; count < 100; count++) round();
  expect([heldByApp(), livingObjects().length]).toEqual([held, living]);
  expect(
    livingObjects().filter((object) => object.name === "FrameworkWindow") as NSWindow[],
  ).toEqual([]);
});
