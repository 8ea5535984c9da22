// A window's way into a space of its own and back, which AppKit takes its time for, and hears
// nothing meanwhile.
import { describe, expect, test } from "bun:test";
import { pressGreen, pressMiniaturize } from "../../../harness/objective-c/driver.ts";
import { settle } from "../../../harness/objective-c/loop.ts";
import { heldByApp } from "../../../harness/objective-c/stand-in.ts";
import { tell } from "../../../harness/objective-c/tell.ts";
import { withPool } from "../../../src/native/macos/objc/pool.ts";
import { waitFor } from "../../../harness/wait.ts";
import { StagedWindow } from "./cases/window-stage.ts";

const screen = { x: 0, y: 0, width: 1440, height: 900 };
const fullScreenBit = 1 << 14;

const isThere = ({ shown }: StagedWindow): boolean =>
  (shown.mask & fullScreenBit) !== 0 && shown.frame.height === screen.height;

/** Asks, without the time that the way takes. */
function ask(staged: StagedWindow, value: boolean): void {
  void withPool(() => staged.window.apply({ name: "setFullscreen", value }));
}

test("there and back again a window is what it was", () => {
  using staged = new StagedWindow();
  const before = staged.state;
  staged.received();
  staged.apply("setFullscreen", true);
  expect([staged.state.isFullscreen, staged.state.innerSize]).toEqual([
    true,
    { width: 2880, height: 1800 },
  ]);
  expect(staged.received()).toEqual(["window.resized", "window.moved"]);
  staged.apply("setFullscreen", false);
  expect(staged.state).toEqual(before);
  expect(staged.received()).toEqual(["window.resized", "window.moved"]);
});

test("the requested state can be read before it is reached", () => {
  using staged = new StagedWindow();
  ask(staged, true);
  expect([staged.state.isFullscreen, isThere(staged)]).toEqual([true, false]);
  settle();
  expect(isThere(staged)).toBe(true);
});

test("the last wish counts, however many came on the way", () => {
  using staged = new StagedWindow();
  for (const value of [true, false, true, false]) ask(staged, value);
  settle();
  expect([staged.state.isFullscreen, isThere(staged)]).toEqual([false, false]);
  for (const value of [true, false, true]) ask(staged, value);
  settle();
  expect([staged.state.isFullscreen, isThere(staged)]).toEqual([true, true]);
});

test("a window that opens over a fullscreen one is it as well, and waits with the rest until it is out", () => {
  using first = new StagedWindow();
  first.apply("setFullscreen", true);
  using second = new StagedWindow();
  expect([isThere(second), second.state.isFullscreen]).toEqual([true, true]);
  second.apply("setFullscreen", true);
  second.apply("setResizable", false);
  second.apply("setSize", { type: "Logical", width: 500, height: 400 });
  expect([isThere(second), second.state.innerSize]).toEqual([true, { width: 2880, height: 1800 }]);
  second.apply("setFullscreen", false);
  expect([isThere(second), second.state.isFullscreen, second.state.isResizable]).toEqual([
    false,
    false,
    false,
  ]);
  expect(second.state.innerSize).toEqual({ width: 1000, height: 800 });
});

test.each([true, false])(
  "a window that is closed on its way goes when it is there (in: %p)",
  (isIn) => {
    using staged = new StagedWindow({ fullscreen: !isIn });
    settle();
    expect(isThere(staged)).toBe(!isIn);
    ask(staged, isIn);
    staged.received();
    const { shown } = staged;
    withPool(() => staged.window.destroy());
    expect([staged.received(), staged.view.asked, shown.isShown]).toEqual([
      ["window.closed"],
      ["close"],
      true,
    ]);
    tell(shown, "performClose:", null);
    settle();
    expect([staged.received(), shown.isFreed]).toEqual([[], true]);
  },
);

test("the user goes there and back, too", () => {
  using staged = new StagedWindow();
  pressGreen(staged.shown);
  expect(staged.state.isFullscreen).toBe(true);
  tell(staged.shown, "toggleFullScreen:", null);
  settle();
  expect(staged.state.isFullscreen).toBe(false);
});

test("windows that cannot be resized, and those without a frame, go there and are again as they were", () => {
  using staged = new StagedWindow({ resizable: false, decorations: false });
  const { mask, frame } = staged.shown;
  staged.apply("setFullscreen", true);
  expect(isThere(staged)).toBe(true);
  staged.apply("setFullscreen", false);
  expect([staged.shown.mask, staged.shown.frame]).toEqual([mask, frame]);
});

describe("requests made meanwhile take effect afterwards:", () => {
  test("place, size, limits and frame", () => {
    using staged = new StagedWindow({ position: { x: 100, y: 100 } });
    staged.apply("setFullscreen", true);
    staged.apply("setSize", { type: "Logical", width: 500, height: 200 });
    staged.apply("setPosition", { type: "Logical", x: 10, y: 50 });
    staged.apply("setDecorations", false);
    staged.apply("setMinSize", { type: "Logical", width: 1, height: 250 });
    expect(isThere(staged)).toBe(true);
    staged.apply("setFullscreen", false);
    expect(staged.state.outerPosition).toEqual({ x: 20, y: 100 });
    expect(staged.state.outerSize).toEqual({ width: 1000, height: 500 });
  });

  test("to be maximized, and no longer", () => {
    using staged = new StagedWindow();
    staged.apply("setFullscreen", true);
    staged.apply("maximize", null);
    expect(staged.state.isMaximized).toBe(false);
    staged.apply("setFullscreen", false);
    expect(staged.state.isMaximized).toBe(true);
    staged.apply("setFullscreen", true);
    expect([staged.state.isMaximized, isThere(staged)]).toEqual([true, true]);
  });
});

describe("a window leaves its space", () => {
  test("to be hidden, and has it again when it is shown", () => {
    using staged = new StagedWindow({ fullscreen: true });
    staged.apply("hide", null);
    expect([staged.shown.isShown, staged.shown.isFullScreen, staged.state.isFullscreen]).toEqual([
      false,
      false,
      true,
    ]);
    staged.apply("show", null);
    expect(isThere(staged)).toBe(true);
  });

  test("to be minimized, and has it again when it comes back", () => {
    using staged = new StagedWindow({ fullscreen: true });
    staged.apply("minimize", null);
    expect([staged.shown.isMiniaturized, staged.shown.isFullScreen]).toEqual([true, false]);
    staged.apply("unminimize", null);
    expect(isThere(staged)).toBe(true);
  });
});

test("a hidden window goes there when it is shown, and a minimized one when it is back", () => {
  using hidden = new StagedWindow({ visible: false, fullscreen: true });
  expect([hidden.state.isFullscreen, hidden.shown.isShown, hidden.shown.isFullScreen]).toEqual([
    true,
    false,
    false,
  ]);
  hidden.apply("show", null);
  expect(isThere(hidden)).toBe(true);
  hidden.apply("setFullscreen", false);
  using small = new StagedWindow();
  pressMiniaturize(small.shown);
  small.apply("setFullscreen", true);
  expect(small.shown.isFullScreen).toBe(false);
  small.apply("unminimize", null);
  expect(isThere(small)).toBe(true);
});

test("a window that is hidden and shown on its way is shown", () => {
  using staged = new StagedWindow({ fullscreen: true });
  for (const name of ["hide", "show"] as const)
    void withPool(() => staged.window.apply({ name, value: null }));
  settle();
  expect([staged.shown.isShown, isThere(staged), staged.state.isFocused]).toEqual([
    true,
    true,
    true,
  ]);
});

test("a window may close on its way", () => {
  for (const value of [true, false]) {
    using staged = new StagedWindow({ fullscreen: !value });
    ask(staged, value);
    withPool(() => staged.window.destroy());
    settle();
  }
});

describe("when another window's way is not over yet", () => {
  const fail = (staged: StagedWindow): void => {
    withPool(() => staged.native.visibility.fullScreenFailed());
    settle();
  };

  test("a window that has gone is not sent there again", async () => {
    const held = heldByApp();
    const staged = new StagedWindow();
    let tries = 0;
    staged.native.visibility.toggleFullScreen = () => void tries++;
    staged.native.visibility.fullScreen.isAsked = true;
    fail(staged);
    staged[Symbol.dispose]();
    await waitFor("the time of the second try", () => {
      settle();
      return heldByApp().length === held.length;
    });
    expect(tries).toBe(1);
  });

  test("it is tried once more, and then given up", async () => {
    using staged = new StagedWindow();
    const { visibility } = staged.native;
    const { fullScreen } = visibility;
    let tries = 0;
    visibility.toggleFullScreen = () => void tries++;
    fullScreen.isAsked = true;
    staged.apply("setSize", { type: "Logical", width: 500, height: 200 });
    fail(staged);
    expect(staged.state.innerSize).toEqual({ width: 1000, height: 400 });
    expect([tries, fullScreen.isAsked]).toEqual([1, true]);
    await waitFor("the second try", () => {
      settle();
      return tries === 2;
    });
    fail(staged);
    expect([tries, fullScreen.isAsked, fullScreen.isOut]).toEqual([2, false, true]);
  });
});

test.each([true, false])(
  "a way of which AppKit says nothing is tried once more, and then given up (in: %p)",
  async (isIn) => {
    using staged = new StagedWindow({ fullscreen: !isIn });
    staged.shown.isDeaf = true;
    ask(staged, isIn);
    staged.apply("setSize", { type: "Logical", width: 500, height: 200 });
    await waitFor("the end of the tries", () => {
      settle();
      return staged.state.isFullscreen !== isIn;
    });
    expect(isThere(staged)).toBe(!isIn);
    staged.shown.isDeaf = false;
    staged.apply("setFullscreen", isIn);
    expect(isThere(staged)).toBe(isIn);
    staged.apply("setFullscreen", false);
    expect(staged.state.innerSize).toEqual({ width: 1000, height: 400 });
  },
);
