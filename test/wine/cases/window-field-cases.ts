import { strict as assert } from "node:assert";
import { dwmapi } from "../../../src/native/windows/lib/dwmapi.ts";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { readMonitors, screenOf } from "../../../src/native/windows/window/monitors.ts";
import { innerArea, outerArea, scaleOf } from "../../../src/native/windows/window/pixels.ts";
import { GWL_EXSTYLE, GWL_STYLE, WS_EX_TOPMOST } from "../../../src/native/windows/window/style.ts";
import type { NativeWindow } from "../../../src/native/windows/window/window.ts";
import type { WindowCase } from "./window-cases.ts";
import { testUser32, type WindowStage } from "./window-stage.ts";

const WS_CAPTION = 0x00c0_0000;
const WS_THICKFRAME = 0x0004_0000;
const WS_MINIMIZEBOX = 0x0002_0000;
const WS_MAXIMIZEBOX = 0x0001_0000;
const SC_CLOSE = 0xf060;
const MF_GRAYED = 1;
const DPI_AWARENESS_PER_MONITOR_AWARE = 2;

export const style = ({ handle }: NativeWindow) => user32.GetWindowLongPtrW(handle, GWL_STYLE);
export const has = (window: NativeWindow, bits: number) => (style(window) & bits) === bits;
export const isTopmost = ({ handle }: NativeWindow) =>
  (user32.GetWindowLongPtrW(handle, GWL_EXSTYLE) & WS_EX_TOPMOST) !== 0;

export const isCloseGrayed = ({ handle }: NativeWindow) =>
  (testUser32.GetMenuState(user32.GetSystemMenu(handle, false), SC_CLOSE, 0) & MF_GRAYED) !== 0;

/** The inside in pixels of the screen, of so many logical ones. */
export const pixels = ({ handle }: NativeWindow, width: number, height: number) => ({
  width: Math.round(width * scaleOf(handle)),
  height: Math.round(height * scaleOf(handle)),
});

export const fieldCases: readonly WindowCase[] = [
  {
    name: "a plain window has its size inside, its title, its frame and the keyboard",
    async run(stage) {
      const window = await stage.openFocused({
        title: "“Plain” \\ title",
        size: { width: 410, height: 303 },
      });
      const { innerPosition, outerPosition, outerSize, innerSize, ...state } = stage.read(window);
      assert.deepEqual(innerSize, pixels(window, 410, 303));
      assert.ok(outerSize.width > innerSize.width && outerSize.height > innerSize.height);
      assert.ok(innerPosition.x > outerPosition.x && innerPosition.y > outerPosition.y);
      assert.deepEqual(state, {
        scaleFactor: stage.scale,
        isFullscreen: false,
        isMinimized: false,
        isMaximized: false,
        isFocused: true,
        isDecorated: true,
        isResizable: true,
        isMaximizable: true,
        isMinimizable: true,
        isClosable: true,
        isVisible: true,
        title: "“Plain” \\ title",
        theme: "light",
      });
      assert.ok(has(window, WS_CAPTION | WS_THICKFRAME | WS_MINIMIZEBOX | WS_MAXIMIZEBOX));
      const { width, height } = innerSize;
      await stage.untilOutside(
        "the same on the screen",
        "area",
        ["“Plain” \\ title"],
        (area) => area.width === width && area.height === height && area.x === innerPosition.x,
      );
      assert.ok(
        stage.view(window).calls.some((call) => Bun.deepEquals(call, ["fill", { width, height }])),
      );
      assert.ok(
        stage.view(window).calls.some((call) => Bun.deepEquals(call, ["setVisible", true])),
      );
    },
  },
  {
    name: "the app knows of scales, monitor by monitor",
    async run() {
      // Wine tells the scale also to those who do not.
      const context = testUser32.GetThreadDpiAwarenessContext();
      const awareness = testUser32.GetAwarenessFromDpiAwarenessContext(context);
      assert.equal(awareness, DPI_AWARENESS_PER_MONITOR_AWARE);
    },
  },
  {
    name: "position is that of the frame, in logical pixels",
    async run(stage) {
      const window = stage.open({ position: { x: 40, y: 60 } });
      const scale = scaleOf(window.handle);
      assert.deepEqual(stage.read(window).outerPosition, { x: 40 * scale, y: 60 * scale });
    },
  },
  {
    name: "center is the middle of what no taskbar covers, whatever the position",
    async run(stage) {
      for (const position of [null, { x: 40, y: 60 }]) {
        const { handle } = stage.open({ center: true, position });
        const { work } = screenOf(handle);
        const { x, y, width, height } = outerArea(handle);
        assert.ok(Math.abs(2 * x + width - 2 * work.x - work.width) <= 1);
        assert.ok(Math.abs(2 * y + height - 2 * work.y - work.height) <= 1);
      }
    },
  },
  {
    name: "a size beyond the limits is not had, at the start and later",
    async run(stage) {
      const limits = { minSize: { width: 300, height: 200 }, maxSize: { width: 420, height: 320 } };
      const window = stage.open({ ...limits, size: { width: 900, height: 100 } });
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 420, 200));
      // As a person drags it.
      const { x, y } = outerArea(window.handle);
      user32.SetWindowPos(window.handle, 0, x, y, 50, 2000, 0);
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 300, 320));
    },
  },
  {
    name: "a window of a fixed size has no border to drag, and no button to maximize it",
    async run(stage) {
      const window = stage.open({ resizable: false });
      assert.ok(
        !has(window, WS_THICKFRAME) && !has(window, WS_MAXIMIZEBOX) && has(window, WS_MINIMIZEBOX),
      );
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
    },
  },
  {
    name: "buttons are left out",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const window = stage.open({ maximizable: false, minimizable: false, closable: false });
      assert.ok(
        !has(window, WS_MAXIMIZEBOX) && !has(window, WS_MINIMIZEBOX) && has(window, WS_THICKFRAME),
      );
      assert.ok(isCloseGrayed(window));
      const { isMaximizable, isMinimizable, isClosable } = stage.read(window);
      assert.deepEqual([isMaximizable, isMinimizable, isClosable], [false, false, false]);
    },
  },
  {
    name: "without decorations all of the window is the page's, and its edges can be dragged",
    async run(stage) {
      const window = stage.open({ decorations: false });
      assert.deepEqual(innerArea(window.handle), outerArea(window.handle));
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
      assert.ok(has(window, WS_THICKFRAME) && !has(window, WS_CAPTION));
      const { x, y, width, height } = outerArea(window.handle);
      const hitAt = (left: number, top: number) => hit(window, left, top);
      assert.deepEqual(
        [
          hitAt(x, y),
          hitAt(x + width / 2, y),
          hitAt(x + width - 1, y + height - 1),
          hitAt(x, y + height / 2),
        ],
        [13, 12, 17, 10],
      );
    },
  },
  {
    name: "without decorations Windows draws a shadow and round corners, as long as that is wanted and seen",
    isTheSameAtEveryScale: true,
    async run(stage) {
      using corners = reportedCorners();
      const [frame, none, round] = [0, 1, 2];
      const window = stage.open({ decorations: false });
      await stage.apply(window, "setDecorations", true);
      await stage.apply(window, "setDecorations", false);
      // Fullscreen it has neither, to the corners of the screen.
      await stage.apply(window, "setFullscreen", true);
      await stage.apply(window, "setFullscreen", false);
      await stage.apply(window, "maximize", null);
      assert.deepEqual(corners.of(window), [round, frame, round, none, round]);
      assert.deepEqual(innerArea(window.handle), screenOf(window.handle).work);
      assert.deepEqual(corners.of(stage.open({ decorations: false, transparent: true })), [none]);
      assert.deepEqual(corners.of(stage.open({ decorations: false, shadow: false })), [none]);
      // A verb gives it one, and takes it away.
      const bare = stage.open({ decorations: false, shadow: false });
      for (const hasShadow of [true, true, false]) await stage.apply(bare, "setShadow", hasShadow);
      assert.deepEqual(corners.of(bare), [none, round, none]);
      // Whatever is around it, all of it is the page's.
      const without = stage.open({ decorations: false, shadow: false });
      assert.deepEqual(innerArea(without.handle), outerArea(without.handle));
      // A frame is as Windows makes it.
      assert.deepEqual(corners.of(stage.open()), []);
      assert.deepEqual(corners.of(stage.open({ shadow: false })), []);
    },
  },
  {
    name: "without decorations an edge that is dragged makes the window larger",
    async run(stage) {
      const window = await stage.openFocused({ decorations: false, title: "edge" });
      await stage.apply(window, "setPosition", { type: "Physical", x: 100, y: 100 });
      const { x, y, width, height } = outerArea(window.handle);
      await stage.outside("movePointer", x + width - 2, y + height / 2);
      await stage.outside("holdButton", true);
      let steps = 0;
      const next = () =>
        stage.outside("movePointer", x + width + 10 * (++steps % 20), y + height / 2);
      for (await next(); (await stage.outside("area", "edge")).width < width + 50; await next());
      await stage.outside("holdButton", false);
      await stage.until(
        "its size",
        () => stage.read(window).innerSize.width >= width + 50 || undefined,
      );
      assert.equal(stage.read(window).innerSize.height, height);
    },
  },
  {
    name: "without decorations and of a fixed size there is nothing to drag",
    async run(stage) {
      const window = stage.open({ decorations: false, resizable: false });
      assert.deepEqual(innerArea(window.handle), outerArea(window.handle));
      assert.equal(ringOf(window), 0);
    },
  },
  {
    name: "always on top, and not in the taskbar",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const window = await stage.openFocused({
        alwaysOnTop: true,
        skipTaskbar: true,
        title: "above",
      });
      assert.ok(isTopmost(window));
      await stage.untilOutside(
        "both",
        "states",
        ["above"],
        (states) => states.includes("ABOVE") && states.includes("SKIP_TASKBAR"),
      );
    },
  },
  {
    name: "maximized at the start",
    async run(stage) {
      const window = await stage.openFocused({ maximized: true });
      await stage.rest(window);
      const { isMaximized, innerSize } = stage.read(window);
      assert.ok(isMaximized && user32.IsZoomed(window.handle) === 1);
      assert.ok(innerSize.width > pixels(window, 400, 300).width);
      await stage.apply(window, "unmaximize", null);
      await stage.rest(window);
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
    },
  },
  {
    name: "fullscreen at the start",
    async run(stage) {
      const window = stage.open({ fullscreen: true });
      const { full } = screenOf(window.handle);
      assert.deepEqual(outerArea(window.handle), full);
      assert.deepEqual(innerArea(window.handle), full);
      await stage.rest(window);
      await stage.apply(window, "setFullscreen", false);
      await stage.rest(window);
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
    },
  },
  {
    name: "a hidden window is not on the screen, whatever it is asked to become, and then is that",
    async run(stage) {
      const window = stage.open({ visible: false, maximized: true, title: "hidden" });
      assert.deepEqual(
        [stage.read(window).isVisible, stage.read(window).isMaximized],
        [false, true],
      );
      assert.equal(user32.IsWindowVisible(window.handle), 0);
      assert.deepEqual(visibility(stage, window), [false]);
      const size = { type: "Logical", width: 450, height: 350 } as const;
      await stage.apply(window, "setMinSize", size);
      await stage.apply(window, "setDecorations", false);
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 450, 350));
      assert.equal(stage.read(window).isMaximized, true);
      await stage.apply(window, "show", null);
      assert.equal(user32.IsZoomed(window.handle), 1);
      await stage.until("the page", () =>
        stage.view(window).calls.some((call) => Bun.deepEquals(call, ["setVisible", true]))
          ? true
          : undefined,
      );
    },
  },
  {
    name: "a hidden window becomes fullscreen and comes back unseen",
    async run(stage) {
      const window = stage.open({ visible: false, fullscreen: true });
      assert.deepEqual(
        [stage.read(window).isVisible, stage.read(window).isFullscreen],
        [false, true],
      );
      await stage.apply(window, "setFullscreen", false);
      assert.equal(user32.IsWindowVisible(window.handle), 0);
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
    },
  },
  {
    name: "without focus a window leaves the keyboard to the one that has it",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const first = await stage.openFocused();
      for (const change of [{}, { maximized: true }]) {
        const { isVisible, isMaximized } = stage.read(stage.open({ focus: false, ...change }));
        assert.deepEqual([isVisible, isMaximized], [true, change.maximized === true]);
        assert.equal(user32.GetForegroundWindow(), first.handle);
      }
    },
  },
  {
    name: "a window has the theme it asks for, and its page hears of it",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const window = stage.open({ theme: "Dark" });
      assert.equal(stage.read(window).theme, "dark");
      await stage.apply(window, "setTheme", null);
    },
  },
  {
    name: "the background of a page is an effect that Windows has, a colour, or white",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const behind = (options: Parameters<WindowStage["open"]>[0]) =>
        stage.view(stage.open(options)).background;
      const fallback = { effectsFallback: "#102030" };
      // Wine takes every attribute.
      assert.equal(behind({ effects: ["sidebar", "mica"], ...fallback }), 0);
      assert.equal(behind({ effects: ["sidebar"], ...fallback }), 0x302010ff);
      assert.equal(behind({ effects: ["sidebar"], transparent: true, ...fallback }), 0x302010ff);
      assert.equal(behind({ effects: ["sidebar"] }), null);
      assert.equal(behind({ transparent: true }), 0);
      assert.equal(behind({}), null);
    },
  },
  {
    name: "transparent and protected windows open, also where Windows can do neither",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const window = stage.open({ transparent: true, contentProtected: true, hiddenTitle: true });
      assert.ok(stage.read(window).isVisible);
    },
  },
  {
    name: "a window whose view cannot be made is not there",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const handles: number[] = [];
      const fail = () =>
        stage.openWith((_owner, handle) => {
          handles.push(handle);
          throw new Error("no engine");
        });
      assert.throws(fail, /no engine/);
      assert.deepEqual([handles.length, user32.IsWindowVisible(handles[0] ?? 0)], [1, 0]);
      assert.equal(user32.GetDpiForWindow(handles[0] ?? 0), 0);
      assert.deepEqual(stage.emitted, []);
    },
  },
  {
    name: "a window knows its monitor",
    async run(stage) {
      const window = stage.open();
      const { all, primary, current } = readMonitors(window.handle);
      const { work } = screenOf(window.handle);
      assert.equal(all.length, 1);
      assert.deepEqual([primary, current], [0, 0]);
      assert.deepEqual(all[0], {
        name: all[0]?.name,
        size: { width: 1280, height: 1024 },
        position: { x: 0, y: 0 },
        workArea: {
          position: { x: work.x, y: work.y },
          size: { width: work.width, height: work.height },
        },
        scaleFactor: scaleOf(window.handle),
      });
    },
  },
];

const DWMWA_WINDOW_CORNER_PREFERENCE = 33;

/** Writes down which corners windows are to have. */
function reportedCorners(): Disposable & { of: (window: NativeWindow) => readonly number[] } {
  const reported: (readonly [window: number, corners: number])[] = [];
  const { DwmSetWindowAttribute: set } = dwmapi;
  const replace = (value: typeof set) =>
    Object.defineProperty(dwmapi, "DwmSetWindowAttribute", { value });
  replace((window, attribute, value, length) => {
    if (attribute === DWMWA_WINDOW_CORNER_PREFERENCE)
      reported.push([window, (value as Int32Array)[0] ?? -1]);
    return set(window, attribute, value, length);
  });
  return {
    of: ({ handle }) =>
      reported.flatMap(([window, corners]) => (window === handle ? [corners] : [])),
    [Symbol.dispose]: () => void replace(set),
  };
}

/** The view's calls about its visibility. */
function visibility(stage: WindowStage, window: NativeWindow): unknown[] {
  return stage.view(window).calls.flatMap(([name, is]) => (name === "setVisible" ? [is] : []));
}

const GW_CHILD = 5;
const GW_HWNDNEXT = 2;
const WM_NCHITTEST = 0x84;

/** The topmost window inside of a window that is shown; 0: there is none. */
export function ringOf({ handle }: NativeWindow): number {
  let child = testUser32.GetWindow(handle, GW_CHILD);
  while (child !== 0 && user32.IsWindowVisible(child) === 0)
    child = testUser32.GetWindow(child, GW_HWNDNEXT);
  return child;
}

function hit(window: NativeWindow, x: number, y: number): number {
  const place = ((Math.round(y) & 0xffff) << 16) | (Math.round(x) & 0xffff);
  return user32.SendMessageW(ringOf(window), WM_NCHITTEST, 0, place);
}
