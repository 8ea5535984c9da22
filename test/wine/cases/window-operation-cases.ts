import { strict as assert } from "node:assert";
import { blackPng, pngFile } from "../../../harness/png.ts";
import { FrameworkError } from "../../../src/contract/errors.ts";
import { writeIco, writePng } from "../../../src/cli/icon/files.ts";
import {
  MONITORINFOEXW,
  POINT,
  RECT,
  user32,
  WINDOWPOS,
} from "../../../src/native/windows/lib/user32.ts";
import { struct, StructValue } from "../../../src/native/ffi/struct.ts";
import { APPBARDATA, shell32 } from "../../../src/native/windows/lib/shell32.ts";
import { setDefaultIcon } from "../../../src/native/windows/window/icon.ts";
import { readPicture } from "../../../src/native/windows/window/picture.ts";
import { screenOf } from "../../../src/native/windows/window/monitors.ts";
import {
  areaOf,
  cornersOf,
  innerArea,
  outerArea,
  rectOf,
  scaleOf,
  type Area,
} from "../../../src/native/windows/window/pixels.ts";
import type { NativeWindow } from "../../../src/native/windows/window/window.ts";
import type { WindowCase } from "./window-cases.ts";
import { has, isCloseGrayed, isTopmost, pixels } from "./window-field-cases.ts";
import { testUser32, type WindowStage, replaced } from "./window-stage.ts";

const WS_THICKFRAME = 0x0004_0000;
const WS_MINIMIZEBOX = 0x0002_0000;
const WS_MAXIMIZEBOX = 0x0001_0000;
const WS_EX_TRANSPARENT = 0x20;
const GWL_EXSTYLE = -20;
const WM_GETICON = 0x7f;
const WM_SETCURSOR = 0x20;
const WM_WINDOWPOSCHANGING = 0x46;
const WM_NCCALCSIZE = 0x83;
const WM_DPICHANGED = 0x2e0;
const ABM_GETAUTOHIDEBAREX = 11;
const HTCLIENT = 1;
const ICON_SMALL = 0;
const ICON_BIG = 1;

const logical = (width: number, height: number) => ({ type: "Logical", width, height }) as const;

const one = (
  name: string,
  run: (stage: WindowStage, window: NativeWindow) => Promise<void>,
): WindowCase => ({
  name,
  run: async (stage) => run(stage, await stage.openFocused({ title: "operated" })),
});

/** One about no pixels. */
const anyScale = (...of: Parameters<typeof one>): WindowCase => ({
  ...one(...of),
  isTheSameAtEveryScale: true,
});

const icon = ({ handle }: NativeWindow, size: number) =>
  user32.SendMessageW(handle, WM_GETICON, size, 0);

const ICONINFO = struct({
  fIcon: "i32",
  xHotspot: "u32",
  yHotspot: "u32",
  hbmMask: "i64",
  hbmColor: "i64",
});

/** The client area that Windows would give a window at this place. */
function insideOf({ handle }: NativeWindow, place: Area): Area {
  const rect = rectOf(place);
  user32.SendMessageW(handle, WM_NCCALCSIZE, 0, rect.address);
  return areaOf(rect);
}

/** The place that a window takes where Windows wants to put it to another one. */
function placeOf({ handle }: NativeWindow, { x, y, width, height }: Area): Area {
  const place = WINDOWPOS.make({ hwnd: handle, x, y, cx: width, cy: height });
  user32.SendMessageW(handle, WM_WINDOWPOSCHANGING, 0, place.address);
  return { x: place.get("x"), y: place.get("y"), width: place.get("cx"), height: place.get("cy") };
}

/** A picture of one colour. */
const picture = (width: number, height: number) =>
  pngFile({ width, height, pixels: new Uint8Array(width * height * 3).fill(200) });

export const operationCases: readonly WindowCase[] = [
  anyScale("setTitle", async (stage, window) => {
    await stage.apply(window, "setTitle", "ä 日本 \0 end");
    assert.equal(stage.read(window).title, "ä 日本 \0 end");
    await stage.untilOutside("the title", "area", ["ä 日本 \uFFFD end"], () => true);
  }),
  one("setSize settles when it has that size, in both kinds of pixels", async (stage, window) => {
    await stage.apply(window, "setSize", logical(420, 310));
    assert.deepEqual(stage.read(window).innerSize, pixels(window, 420, 310));
    await stage.apply(window, "setSize", { type: "Physical", width: 630.4, height: 409.6 });
    assert.deepEqual(stage.read(window).innerSize, { width: 630, height: 410 });
    await stage.untilOutside(
      "the size",
      "area",
      ["operated"],
      ({ width, height }) => width === 630 && height === 410,
    );
  }),
  one("setMinSize and setMaxSize hold, change the size, and go away", async (stage, window) => {
    await stage.apply(window, "setMinSize", logical(450, 350));
    assert.deepEqual(stage.read(window).innerSize, pixels(window, 450, 350));
    await stage.apply(window, "setMaxSize", logical(460, 360));
    await stage.apply(window, "setSize", logical(900, 900));
    assert.deepEqual(stage.read(window).innerSize, pixels(window, 460, 360));
    await stage.apply(window, "setMaxSize", logical(100, 100));
    assert.deepEqual(stage.read(window).innerSize, pixels(window, 450, 350));
    await stage.apply(window, "setMinSize", null);
    await stage.apply(window, "setMaxSize", null);
    await stage.apply(window, "setSize", logical(400, 300));
    assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
  }),
  one(
    "no size and no limit makes a window of more pixels than can be drawn in a moment",
    async (stage, window) => {
      const most = { width: 8192, height: 8192 };
      await stage.apply(window, "setMinSize", logical(1e9, 1e9));
      assert.deepEqual(stage.read(window).innerSize, most);
      await stage.apply(window, "setMinSize", null);
      await stage.apply(window, "setSize", logical(400, 300));
      await stage.apply(window, "setMaxSize", logical(1e9, 1e9));
      await stage.apply(window, "setSize", logical(1e9, 1e9));
      assert.deepEqual(stage.read(window).innerSize, most);
      await stage.apply(window, "setMaxSize", null);
      await stage.apply(window, "setSize", logical(400, 300));
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
    },
  ),
  one("setPosition and center", async (stage, window) => {
    await stage.apply(window, "setPosition", { type: "Physical", x: 70, y: 90 });
    assert.deepEqual(stage.read(window).outerPosition, { x: 70, y: 90 });
    await stage.apply(window, "setPosition", { type: "Logical", x: 20, y: 30 });
    const scale = scaleOf(window.handle);
    assert.deepEqual(stage.read(window).outerPosition, { x: 20 * scale, y: 30 * scale });
    await stage.apply(window, "center", null);
    const { work } = screenOf(window.handle);
    const { x, width } = outerArea(window.handle);
    assert.ok(Math.abs(2 * x + width - 2 * work.x - work.width) <= 1);
  }),
  one("maximize and unmaximize settle when it is so", async (stage, window) => {
    const before = stage.read(window);
    await stage.apply(window, "maximize", null);
    await stage.rest(window);
    assert.ok(stage.read(window).isMaximized);
    await stage.untilOutside("it", "states", ["operated"], (states) =>
      states.includes("MAXIMIZED_VERT"),
    );
    await stage.apply(window, "unmaximize", null);
    await stage.rest(window);
    const { isMaximized, innerSize } = stage.read(window);
    assert.deepEqual([isMaximized, innerSize], [false, before.innerSize]);
  }),
  one("a maximized window that gets a size is maximized no more", async (stage, window) => {
    await stage.apply(window, "maximize", null);
    await stage.rest(window);
    await stage.apply(window, "setSize", logical(410, 310));
    const { isMaximized, innerSize } = stage.read(window);
    assert.deepEqual([isMaximized, innerSize], [false, pixels(window, 410, 310)]);
  }),
  one("minimize hides the page, and its window keeps size and place", async (stage, window) => {
    const { innerSize, outerPosition } = stage.read(window);
    await stage.apply(window, "minimize", null);
    const state = stage.read(window);
    assert.deepEqual(
      [state.isMinimized, state.innerSize, state.outerPosition],
      [true, innerSize, outerPosition],
    );
    const shown = () =>
      stage
        .view(window)
        .calls.filter(([name]) => name === "setVisible")
        .at(-1)?.[1];
    await stage.until("the page away", () => shown() === false || undefined);
    await stage.apply(window, "unminimize", null);
    assert.ok(!stage.read(window).isMinimized);
    await stage.until("the page", () => shown() === true || undefined);
    assert.deepEqual(stage.read(window).innerSize, innerSize);
  }),
  one(
    "a minimized window that is moved and resized is so when it comes back",
    async (stage, window) => {
      await stage.apply(window, "minimize", null);
      await stage.apply(window, "setSize", logical(440, 330));
      await stage.apply(window, "unminimize", null);
      assert.deepEqual(stage.read(window).innerSize, pixels(window, 440, 330));
    },
  ),
  one("fullscreen covers the screen and comes back, maximized if it was", async (stage, window) => {
    const before = stage.read(window);
    await stage.apply(window, "setFullscreen", true);
    assert.deepEqual(innerArea(window.handle), screenOf(window.handle).full);
    assert.ok(stage.read(window).isFullscreen && !stage.read(window).isMaximized);
    await stage.rest(window);
    await stage.untilOutside("it", "states", ["operated"], (states) =>
      states.includes("FULLSCREEN"),
    );
    await stage.apply(window, "setFullscreen", false);
    await stage.rest(window);
    const after = stage.read(window);
    assert.deepEqual(
      [after.innerSize, after.outerPosition],
      [before.innerSize, before.outerPosition],
    );
    await stage.apply(window, "maximize", null);
    await stage.rest(window);
    await stage.apply(window, "setFullscreen", true);
    assert.ok(stage.read(window).isFullscreen && stage.read(window).isMaximized);
    assert.deepEqual(innerArea(window.handle), screenOf(window.handle).full);
    // Windows would keep it out of the taskbar's place.
    assert.equal(user32.IsZoomed(window.handle), 0);
    await stage.rest(window);
    await stage.apply(window, "setFullscreen", false);
    await stage.rest(window);
    assert.ok(stage.read(window).isMaximized && user32.IsZoomed(window.handle) === 1);
  }),
  one("operations on a fullscreen window take effect when it comes back", async (stage, window) => {
    await stage.apply(window, "setFullscreen", true);
    // All at once: a window manager that answers in between speaks of a window that is not
    // fullscreen.
    const reported = [
      stage.apply(window, "setSize", logical(444, 333)),
      stage.apply(window, "setDecorations", false),
      stage.apply(window, "setMinSize", logical(100, 100)),
    ];
    assert.deepEqual(innerArea(window.handle), screenOf(window.handle).full);
    await Promise.all(reported);
    await stage.rest(window);
    await stage.apply(window, "setFullscreen", false);
    await stage.rest(window);
    assert.deepEqual(outerArea(window.handle), innerArea(window.handle));
    assert.ok(!stage.read(window).isDecorated);
  }),
  one("setDecorations keeps the size of the page, and goes both ways", async (stage, window) => {
    await stage.apply(window, "setDecorations", false);
    await stage.rest(window);
    assert.deepEqual(outerArea(window.handle), innerArea(window.handle));
    assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
    await stage.apply(window, "setDecorations", true);
    await stage.rest(window);
    assert.ok(outerArea(window.handle).height > innerArea(window.handle).height);
    assert.deepEqual(stage.read(window).innerSize, pixels(window, 400, 300));
  }),
  one("a maximized window without decorations leaves the taskbar alone", async (stage, window) => {
    await stage.apply(window, "setDecorations", false);
    await stage.rest(window);
    await stage.apply(window, "maximize", null);
    const { full, work } = screenOf(window.handle);
    assert.deepEqual(innerArea(window.handle), work);
    // The shell would hide the taskbar for a window that covers the monitor.
    assert.deepEqual(outerArea(window.handle), work);
    const withFrame = { x: -8, y: -8, width: full.width + 16, height: full.height + 16 };
    using _ = replaced(user32, {
      GetMonitorInfoW(_monitor, data) {
        const info = new StructValue(MONITORINFOEXW, data as Uint8Array);
        info.set("rcMonitor", cornersOf(full));
        info.set("rcWork", cornersOf({ ...full, height: full.height - 48 }));
        return 1;
      },
    });
    const free = { ...full, height: full.height - 48 };
    assert.deepEqual(placeOf(window, withFrame), free);
    assert.deepEqual(placeOf(window, { ...free, width: 300 }), { ...free, width: 300 });
  }),
  one("a window that is not maximized goes anywhere without decorations", async (stage, window) => {
    await stage.apply(window, "setDecorations", false);
    await stage.rest(window);
    const place = { x: -50, y: -40, width: 5000, height: 4000 };
    const { width, height } = placeOf(window, place);
    assert.deepEqual(placeOf(window, place), { ...place, width, height });
  }),
  {
    name: "a maximized window without decorations that may not become so large has its page inside",
    async run(stage) {
      const maxSize = { width: 420, height: 320 };
      const window = await stage.openFocused({ decorations: false, maxSize });
      await stage.apply(window, "maximize", null);
      const { x, y, width, height } = outerArea(window.handle);
      const { work } = screenOf(window.handle);
      assert.ok(width < work.width && height < work.height);
      assert.deepEqual(innerArea(window.handle), {
        x: work.x,
        y: work.y,
        width: x + width - work.x,
        height: y + height - work.y,
      });
    },
  },
  one(
    "a maximized window without decorations is laid out for the monitor it goes to",
    async (stage, window) => {
      await stage.apply(window, "setDecorations", false);
      await stage.rest(window);
      await stage.apply(window, "maximize", null);
      const { full, work } = screenOf(window.handle);
      // As from another monitor, or back from being minimized.
      using _ = replaced(user32, { MonitorFromWindow: () => 0 });
      assert.deepEqual(insideOf(window, full), work);
    },
  ),
  one(
    "a maximized window without decorations leaves a taskbar that hides the last pixels of its edge",
    async (stage, window) => {
      await stage.apply(window, "setDecorations", false);
      await stage.rest(window);
      await stage.apply(window, "maximize", null);
      const { full, work } = screenOf(window.handle);
      for (const [hiddenAt, expected] of [
        [0, { ...work, x: work.x + 1, width: work.width - 1 }],
        [1, { ...work, y: work.y + 1, height: work.height - 1 }],
        [2, { ...work, width: work.width - 1 }],
        [3, { ...work, height: work.height - 1 }],
      ] as const) {
        using _ = replaced(shell32, {
          SHAppBarMessage(asked, data) {
            const bar = new StructValue(APPBARDATA, data as Uint8Array);
            assert.deepEqual([asked, areaOf(bar.inner("rc"))], [ABM_GETAUTOHIDEBAREX, full]);
            return bar.get("uEdge") === hiddenAt ? 1 : 0;
          },
        });
        assert.deepEqual(insideOf(window, full), expected);
      }
    },
  ),
  anyScale(
    "setResizable, setMaximizable, setMinimizable and setClosable",
    async (stage, window) => {
      for (const is of [false, true]) {
        await stage.apply(window, "setResizable", is);
        await stage.apply(window, "setMaximizable", is);
        await stage.apply(window, "setMinimizable", is);
        await stage.apply(window, "setClosable", is);
        const bits = [WS_THICKFRAME, WS_MAXIMIZEBOX, WS_MINIMIZEBOX].map((bit) => has(window, bit));
        assert.deepEqual([...bits, !isCloseGrayed(window)], [is, is, is, is]);
        const { isResizable, isMaximizable, isMinimizable, isClosable, innerSize } =
          stage.read(window);
        assert.deepEqual([isResizable, isMaximizable, isMinimizable, isClosable], [is, is, is, is]);
        assert.deepEqual(innerSize, pixels(window, 400, 300));
      }
    },
  ),
  one("setSize works on a window that its user cannot resize", async (stage, window) => {
    await stage.apply(window, "setResizable", false);
    assert.equal(stage.read(window).isMaximizable, false);
    await stage.apply(window, "setSize", logical(380, 280));
    assert.deepEqual(stage.read(window).innerSize, pixels(window, 380, 280));
  }),
  one("hide and show, as it was", async (stage, window) => {
    await stage.apply(window, "setPosition", { type: "Physical", x: 80, y: 70 });
    await stage.apply(window, "hide", null);
    assert.ok(!stage.read(window).isVisible);
    await stage.apply(window, "show", null);
    assert.deepEqual(
      [stage.read(window).isVisible, stage.read(window).outerPosition],
      [true, { x: 80, y: 70 }],
    );
  }),
  anyScale(
    "setAlwaysOnTop and setSkipTaskbar, there and back, and over being hidden",
    async (stage, window) => {
      const states = (isIt: (states: readonly string[]) => boolean) =>
        stage.untilOutside("the states", "states", ["operated"], isIt);
      await stage.apply(window, "setAlwaysOnTop", true);
      await stage.apply(window, "setSkipTaskbar", true);
      assert.ok(isTopmost(window));
      await states((all) => all.includes("ABOVE") && all.includes("SKIP_TASKBAR"));
      await stage.apply(window, "hide", null);
      await stage.apply(window, "show", null);
      await states((all) => all.includes("ABOVE") && all.includes("SKIP_TASKBAR"));
      await stage.apply(window, "setAlwaysOnTop", false);
      await stage.apply(window, "setSkipTaskbar", false);
      assert.ok(!isTopmost(window));
      await states((all) => !all.includes("ABOVE") && !all.includes("SKIP_TASKBAR"));
    },
  ),
  anyScale(
    "setFocus brings a window to the front, and a hidden one stays hidden",
    async (stage, window) => {
      const other = await stage.openFocused();
      assert.ok(!stage.read(window).isFocused);
      await stage.apply(window, "setFocus", null);
      assert.ok(stage.read(window).isFocused && !stage.read(other).isFocused);
      await stage.apply(other, "hide", null);
      await stage.apply(other, "setFocus", null);
      assert.ok(!stage.read(other).isVisible);
    },
  ),
  anyScale("requestUserAttention of each kind, and no more", async (stage, window) => {
    const other = await stage.openFocused();
    for (const attention of ["Critical", "Informational", null] as const)
      await stage.apply(window, "requestUserAttention", attention);
    assert.ok(stage.read(other).isFocused);
  }),
  one(
    "setIcon shows a picture of any shape in both sizes, and refuses what is none",
    async (stage, window) => {
      const before = icon(window, ICON_BIG);
      await stage.apply(window, "setIcon", picture(64, 20));
      const [small, big] = [icon(window, ICON_SMALL), icon(window, ICON_BIG)];
      assert.ok(small !== 0 && big !== 0 && small !== big && big !== before);
      assert.notEqual(testUser32.GetIconInfo(big, ICONINFO.make().bytes), 0);
      const side = 32 * stage.scale;
      await stage.untilOutside("it", "icon", ["operated"], (size) =>
        Bun.deepEquals(size, [side, side]),
      );
      await stage.apply(window, "setIcon", writeIco([{ size: 32, png: picture(32, 32) }]));
      assert.notEqual(icon(window, ICON_BIG), big);
      const shown = icon(window, ICON_BIG);
      for (const broken of [new Uint8Array(), Buffer.from("no picture"), blackPng(5000, 5000, 1)]) {
        await assert.rejects(
          stage.apply(window, "setIcon", broken),
          (error) => error instanceof FrameworkError && error.code === "bad-argument",
        );
      }
      assert.equal(icon(window, ICON_BIG), shown);
    },
  ),
  {
    name: "a picture is read with its colours and what is seen through, in the middle of a square",
    isTheSameAtEveryScale: true,
    async run() {
      // Two pixels: red, and blue that is half seen through.
      const pixels = Uint8Array.from([255, 0, 0, 255, 0, 0, 255, 128]);
      const [read] = readPicture(writePng({ width: 2, height: 1, pixels }), [2]);
      assert.deepEqual(
        [...(read?.bytes ?? [])],
        [0, 0, 255, 255, 255, 0, 0, 128, 0, 0, 0, 0, 0, 0, 0, 0],
      );
      const sizes = [16, 48].map((size) => ({ size, png: picture(size, size) }));
      assert.deepEqual(
        readPicture(writeIco(sizes), [16, 40]).map(({ width, bytes }) => [
          width,
          bytes.length,
          bytes[0],
        ]),
        [
          [16, 16 * 16 * 4, 200],
          [40, 40 * 40 * 4, 200],
        ],
      );
    },
  },
  one(
    "the app's icon is that of windows without one of their own, which come, too",
    async (stage, window) => {
      const own = stage.open();
      await stage.apply(own, "setIcon", picture(16, 16));
      const before = icon(own, ICON_BIG);
      setDefaultIcon(picture(48, 48));
      const common = icon(window, ICON_BIG);
      assert.notEqual(common, 0);
      const side = 32 * stage.scale;
      await stage.untilOutside("it", "icon", ["operated"], (size) =>
        Bun.deepEquals(size, [side, side]),
      );
      assert.equal(icon(stage.open(), ICON_BIG), common);
      assert.equal(icon(own, ICON_BIG), before);
    },
  ),
  one("icons change with the scale of the window's monitor", async (stage, window) => {
    const own = stage.open();
    await stage.apply(own, "setIcon", picture(16, 16));
    setDefaultIcon(picture(48, 48));
    const windows = [window, own];
    const before = windows.map((each) => icon(each, ICON_BIG));
    using _ = replaced(user32, { GetDpiForWindow: () => 240 });
    const place = RECT.make({ left: 30, top: 40, right: 730, bottom: 640 });
    for (const { handle } of windows)
      user32.SendMessageW(handle, WM_DPICHANGED, (240 << 16) | 240, place.address);
    const after = windows.map((each) => icon(each, ICON_BIG));
    assert.ok(after.every((shown, index) => shown !== 0 && shown !== before[index]));
    await stage.untilOutside("it", "icon", ["operated"], (size) => Bun.deepEquals(size, [80, 80]));
  }),
  one("the pointer: its place, its kind, and none", async (stage, window) => {
    await stage.apply(window, "setCursorPosition", { type: "Logical", x: 50, y: 40 });
    const point = POINT.make();
    user32.GetCursorPos(point.bytes);
    const { x, y } = innerArea(window.handle);
    const scale = scaleOf(window.handle);
    assert.deepEqual([point.get("x"), point.get("y")], [x + 50 * scale, y + 40 * scale]);
    await stage.untilOutside(
      "the place",
      "pointer",
      [],
      (at) => at.x === x + 50 * scale && at.y === y + 40 * scale,
    );
    const shown = () => {
      user32.SendMessageW(window.handle, WM_SETCURSOR, window.handle, HTCLIENT);
      return testUser32.GetCursor();
    };
    assert.equal(shown(), user32.LoadCursorW(0, 32512));
    await stage.apply(window, "setCursorIcon", "wait");
    assert.equal(shown(), user32.LoadCursorW(0, 32514));
    await stage.apply(window, "setCursorIcon", "zoomIn");
    assert.equal(shown(), user32.LoadCursorW(0, 32514));
    await stage.apply(window, "setCursorVisible", false);
    assert.equal(shown(), 0);
    await stage.apply(window, "setCursorVisible", true);
    assert.equal(shown(), user32.LoadCursorW(0, 32514));
  }),
  one(
    "setCursorGrab keeps the pointer inside, also where the window goes, and lets it go",
    async (stage, window) => {
      const free = clip();
      await stage.apply(window, "setCursorGrab", true);
      assert.deepEqual(clip(), innerArea(window.handle));
      await stage.apply(window, "setSize", logical(300, 200));
      assert.deepEqual(clip(), innerArea(window.handle));
      await stage.apply(window, "setCursorGrab", false);
      assert.deepEqual(clip(), free);
      await stage.apply(window, "hide", null);
      await assert.rejects(stage.apply(window, "setCursorGrab", true), /it must be on the screen/);
    },
  ),
  one("setIgnoreCursorEvents lets the pointer through, and not any more", async (stage, window) => {
    const extended = () => user32.GetWindowLongPtrW(window.handle, GWL_EXSTYLE);
    const { x, y } = innerArea(window.handle);
    const isHit = () => {
      const area = innerArea(window.handle);
      return testUser32.WindowFromPoint((area.y + 20) * 2 ** 32 + area.x + 20) === window.handle;
    };
    assert.ok(isHit());
    await stage.apply(window, "setIgnoreCursorEvents", true);
    assert.notEqual(extended() & WS_EX_TRANSPARENT, 0);
    // It is on the screen all the same: white, as long as there is no page.
    await stage.untilOutside("its inside", "colour", [x + 20, y + 20], (colour) =>
      colour.every((part) => part === 255),
    );
    await stage.apply(window, "setIgnoreCursorEvents", false);
    assert.equal(extended() & WS_EX_TRANSPARENT, 0);
    await stage.until("the pointer's", () => isHit() || undefined);
  }),
  one(
    "startDragging moves the window with the pointer, and without a pressed button does nothing",
    async (stage, window) => {
      await stage.apply(window, "setPosition", { type: "Physical", x: 100, y: 100 });
      // Wine hears of a button that is pressed on its window, where the X server has that.
      await stage.rest(window);
      const { x, y } = innerArea(window.handle);
      await stage.outside("movePointer", x + 50, y + 50);
      await stage.apply(window, "startDragging", null);
      await stage.outside("movePointer", x + 70, y + 70);
      assert.deepEqual(stage.read(window).outerPosition, { x: 100, y: 100 });
      await stage.hold(x + 70, y + 70);
      await stage.apply(window, "startDragging", null);
      // The window manager takes the window up some time later, follows what comes then, and tells
      // the end of it.
      let steps = 0;
      const next = () => stage.outside("movePointer", x + 70 + 10 * (++steps % 40), y + 110);
      for (await next(); (await stage.outside("area", "operated")).x < x + 50; await next());
      await stage.outside("holdButton", false);
      await stage.until(
        "the new place",
        () => stage.read(window).outerPosition.x >= 150 || undefined,
      );
      assert.ok(stage.heard("window.moved", window).length > 1);
    },
  ),
  anyScale("print is the page's", async (stage, window) => {
    await stage.apply(window, "print", null);
    assert.ok(stage.view(window).calls.some(([name]) => name === "print"));
  }),
  anyScale("setContentProtected, there and back", async (stage, window) => {
    await stage.apply(window, "setContentProtected", true);
    await stage.apply(window, "setContentProtected", false);
    assert.ok(stage.read(window).isVisible);
  }),
];

function clip() {
  const rect = RECT.make();
  testUser32.GetClipCursor(rect.bytes);
  return areaOf(rect);
}
