// The fields of a window before it opens, as AppKit has them then.
import { describe, expect, spyOn, test } from "bun:test";
import { setTheme } from "../../../harness/objective-c/driver.ts";
import { NSVisualEffectView } from "../../../harness/objective-c/app-kit/ns-visual-effect-view.ts";
import { WindowFrame } from "../../../harness/objective-c/app-kit/window-frame.ts";
import { StagedWindow } from "./cases/window-stage.ts";

const style = {
  titled: 1,
  closable: 2,
  miniaturizable: 4,
  resizable: 8,
  fullSizeContent: 1 << 15,
} as const;
const all = style.titled | style.closable | style.miniaturizable | style.resizable;

/** The output on standard error meanwhile. */
function output(run: () => void): string {
  const write = spyOn(process.stderr, "write").mockImplementation(() => true);
  try {
    run();
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

test("a plain window has a title bar with all its buttons, and is on the screen with the keys", () => {
  using staged = new StagedWindow({ title: "a “title”" });
  const { shown, state } = staged;
  expect([shown.mask, shown.title, shown.level, shown.sharing, shown.isOpaque]).toEqual([
    all,
    "a “title”",
    0,
    1,
    true,
  ]);
  expect([
    state.isVisible,
    state.isFocused,
    state.isDecorated,
    state.isMaximized,
    state.isFullscreen,
  ]).toEqual([true, true, true, false, false]);
  expect(shown["-standardWindowButton:"](2)?.isEnabled).toBe(true);
});

test("a window has the shadow that it asks for, whatever its frame", () => {
  using plain = new StagedWindow({});
  using bare = new StagedWindow({ decorations: false });
  using flat = new StagedWindow({ decorations: false, shadow: false });
  const shadows = () => [plain, bare, flat].map(({ shown }) => shown.hasShadow);
  expect(shadows()).toEqual([true, true, false]);
  for (const window of [plain, flat]) window.apply("setShadow", true);
  bare.apply("setShadow", false);
  expect(shadows()).toEqual([true, false, true]);
  expect(flat.shown.shadowsDrawn).toBe(1);
});

describe("size and place", () => {
  test("are those of the page and of the frame, in pixels of a screen that has two for each point", () => {
    using staged = new StagedWindow({
      size: { width: 400, height: 300 },
      position: { x: 100, y: 50 },
    });
    const { state } = staged;
    expect(state.scaleFactor).toBe(2);
    expect(state.innerSize).toEqual({ width: 800, height: 600 });
    expect(state.outerPosition).toEqual({ x: 200, y: 100 });
    expect(state.outerSize).toEqual({ width: 800, height: 656 });
    expect(state.innerPosition).toEqual({ x: 200, y: 156 });
    // The screen is 900 points high, and AppKit counts from its bottom.
    expect(staged.shown.frame).toEqual({ x: 100, y: 900 - 50 - 328, width: 400, height: 328 });
  });

  test("are within the limits", () => {
    const size = { width: 400, height: 300 };
    using small = new StagedWindow({ size, maxSize: { width: 200, height: null } });
    using large = new StagedWindow({ size, minSize: { width: null, height: 500 } });
    expect(small.state.innerSize).toEqual({ width: 400, height: 600 });
    expect(large.state.innerSize).toEqual({ width: 800, height: 1000 });
    expect(small.shown.maxContent.width).toBe(200);
    expect(small.shown.maxContent.height).toBeGreaterThan(1e30);
    expect(large.shown.minContent).toEqual({ width: 1, height: 500 });
  });

  test("are what the window server takes, whatever is asked for", () => {
    const size = { width: 1e300, height: 0 };
    using staged = new StagedWindow({
      size,
      position: { x: 1e300, y: 0 },
      minSize: { width: 1e300, height: 5 },
    });
    expect(staged.state.innerSize).toEqual({ width: 20_000, height: 10 });
    expect(staged.state.outerPosition).toEqual({ x: 32_000, y: 0 });
  });

  test.each([null, { x: 10, y: 20 }])(
    "are in the middle of what the menu bar leaves, with the position %j",
    (position) => {
      using staged = new StagedWindow({ center: true, position });
      expect(staged.shown.frame).toMatchObject({
        x: (1440 - 400) / 2,
        y: Math.round((875 + 328) / 2) - 328,
      });
    },
  );

  test("of unplaced windows hide none of the others", () => {
    using one = new StagedWindow();
    using other = new StagedWindow();
    expect(other.shown.frame).not.toEqual(one.shown.frame);
  });

  test("are those of the screen when it is maximized, and of none when it is fullscreen", () => {
    using maximized = new StagedWindow({ maximized: true });
    expect([maximized.state.isMaximized, maximized.shown.frame]).toEqual([
      true,
      { x: 0, y: 0, width: 1440, height: 875 },
    ]);
    using fullscreen = new StagedWindow({ fullscreen: true });
    expect([fullscreen.state.isFullscreen, fullscreen.shown.frame]).toEqual([
      true,
      { x: 0, y: 0, width: 1440, height: 900 },
    ]);
  });
});

describe("the user's controls of it", () => {
  const cases = [
    ["resizable", all & ~style.resizable],
    ["minimizable", all & ~style.miniaturizable],
    ["closable", all & ~style.closable],
    ["decorations", all & ~style.titled],
  ] as const;
  for (const [field, mask] of cases) {
    test(`is less without "${field}"`, () => {
      using staged = new StagedWindow({ [field]: false });
      expect(staged.shown.mask).toBe(mask);
      const { isResizable, isMinimizable, isClosable, isDecorated } = staged.state;
      expect({
        resizable: isResizable,
        minimizable: isMinimizable,
        closable: isClosable,
        decorations: isDecorated,
      }).toEqual({
        resizable: true,
        minimizable: true,
        closable: true,
        decorations: true,
        [field]: false,
      });
    });
  }

  test('is to zoom it, but not without "maximizable", and not what cannot be resized', () => {
    for (const field of ["maximizable", "resizable"]) {
      for (const alwaysOnTop of [false, true]) {
        using staged = new StagedWindow({ [field]: false, alwaysOnTop });
        expect(staged.shown["-standardWindowButton:"](2)?.isEnabled).toBe(false);
      }
    }
  });

  test("is to type into it, also without a title bar", () => {
    using staged = new StagedWindow({ decorations: false });
    expect([staged.state.isFocused, staged.state.innerSize]).toEqual([
      true,
      staged.state.outerSize,
    ]);
  });
});

test("a window that is not to be seen is not, and one without focus leaves it to others", () => {
  using first = new StagedWindow();
  using hidden = new StagedWindow({ visible: false });
  using behind = new StagedWindow({ focus: false });
  expect([hidden.state.isVisible, hidden.shown.isShown]).toEqual([false, false]);
  expect([behind.state.isVisible, behind.state.isFocused]).toEqual([true, false]);
  expect(first.state.isFocused).toBe(true);
});

test("always on top, protected from view", () => {
  using staged = new StagedWindow({ alwaysOnTop: true, contentProtected: true });
  expect([staged.shown.level, staged.shown.sharing]).toEqual([3, 0]);
});

describe("the title bar", () => {
  test("is transparent over the window's own background", () => {
    using staged = new StagedWindow({ titleBarStyle: "Transparent", hiddenTitle: true });
    expect(staged.shown.titleShown).toEqual({ visibility: 1, isTransparent: true });
    expect(staged.shown.mask).toBe(all);
    expect(staged.state.innerSize.height).toBe(600);
  });

  test("is transparent over the page", () => {
    using staged = new StagedWindow({ titleBarStyle: "Overlay" });
    expect(staged.shown.titleShown).toEqual({ visibility: 0, isTransparent: true });
    expect(staged.shown.mask).toBe(all | style.fullSizeContent);
    expect(staged.state.outerSize).toEqual(staged.state.innerSize);
  });
});

test("windows with the same tabbing identifier are tabs of one, and others of none", () => {
  WindowFrame.allowsTabs = false;
  using alone = new StagedWindow();
  expect([alone.shown.tabbing.mode, WindowFrame.allowsTabs]).toEqual([2, false]);
  using tab = new StagedWindow({ tabbingIdentifier: "group" });
  expect([tab.shown.tabbing, WindowFrame.allowsTabs]).toEqual([{ mode: 1, group: "group" }, true]);
});

describe("transparent", () => {
  test("a window is where interfaces of Apple's own may be used", () => {
    using staged = new StagedWindow({ transparent: true }, true);
    expect([staged.shown.isOpaque, staged.shown.colour.value?.colour]).toEqual([false, "clear"]);
  });

  test("no window is without them, and it is said", () => {
    const log = output(() => {
      using staged = new StagedWindow({ transparent: true });
      expect(staged.shown.isOpaque).toBe(true);
    });
    expect(log).toContain("transparent has no effect on macOS: the window is opaque without");
  });
});

describe("an effect", () => {
  const below = ({ shown }: StagedWindow) => shown.content.value?.children.items[0];

  test("is a material below the page, the first that macOS has", () => {
    using staged = new StagedWindow({ effects: ["mica", "sidebar", "hudWindow"] }, true);
    const view = below(staged);
    if (!(view instanceof NSVisualEffectView))
      throw new Error("There is no such view below the page");
    expect([view.material, view.blendingMode, view.state]).toEqual([7, 0, 0]);
    expect(view.frame).toEqual({ x: 0, y: 0, width: 400, height: 300 });
    staged.apply("setSize", { type: "Logical", width: 500, height: 400 });
    expect([view.frame.width, view.frame.height]).toEqual([500, 400]);
  });

  test("has a colour in its place where macOS has none of them", () => {
    using staged = new StagedWindow({ effects: ["mica"], effectsFallback: "#1e1e2f" }, true);
    expect(staged.shown.colour.value?.colour).toBe("30 30 47 255");
    expect(below(staged)).not.toBeInstanceOf(NSVisualEffectView);
  });

  test.each([
    [["mica"], true, "it has none of these"],
    [["sidebar"], false, "pages are opaque without framework.macOSPrivateApi"],
  ] as const)(
    "%p with private interfaces: %p says why there is none",
    (effects, isPrivate, why) => {
      const log = output(() => {
        using staged = new StagedWindow({ effects }, isPrivate);
        expect(below(staged)).not.toBeInstanceOf(NSVisualEffectView);
      });
      // Each reason is logged once in a process.
      expect(log === "" || log.includes(why)).toBe(true);
    },
  );
});

describe("the theme", () => {
  test("is what is asked for, whatever the user chooses", () => {
    using other = new StagedWindow();
    // It may be an earlier window's.
    other.apply("setTheme", null);
    other.received();
    using staged = new StagedWindow({ theme: "Dark" });
    expect([staged.state.theme, other.state.theme]).toEqual(["dark", "dark"]);
    staged.received();
    setTheme("dark");
    setTheme("light");
    expect([staged.state.theme, staged.received()]).toEqual(["dark", []]);
    staged.apply("setTheme", "light");
    expect([staged.state.theme, other.state.theme]).toEqual(["light", "light"]);
    setTheme("dark");
    staged.apply("setTheme", null);
    expect([staged.state.theme, other.state.theme]).toEqual(["dark", "dark"]);
    setTheme("light");
    expect(other.received().filter((name) => name === "window.themed")).toHaveLength(4);
  });

  test("is what the user chooses, and its changes are events", () => {
    using staged = new StagedWindow();
    expect(staged.state.theme).toBe("light");
    staged.received();
    setTheme("dark");
    expect([staged.state.theme, staged.reportedWhole()]).toEqual([
      "dark",
      [["window.themed", { theme: "dark" }]],
    ]);
    setTheme("light");
    expect(staged.reportedWhole()).toEqual([["window.themed", { theme: "light" }]]);
  });
});

test("files that are dragged are events of the window, or left to the page", () => {
  using reported = new StagedWindow();
  using untold = new StagedWindow({ fileDropEnabled: false });
  expect([reported, untold].map(({ view }) => view.drops !== null)).toEqual([true, false]);
});

test("a field without effect says so once", () => {
  const log = output(() => {
    for (let count = 0; count < 2; count++) {
      using _staged = new StagedWindow({ skipTaskbar: true, additionalBrowserArgs: "--flag" });
    }
  });
  expect(log.trim().split("\n")).toEqual([
    "framework: skipTaskbar has no effect on macOS: the Dock shows apps, not windows",
    "framework: additionalBrowserArgs has no effect on macOS: it is for WebView2 on Windows",
  ]);
});
