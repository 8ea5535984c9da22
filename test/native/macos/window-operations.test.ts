// Every operation of windows, as AppKit has it afterwards and as the app reads it.
import { describe, expect, spyOn, test } from "bun:test";
import { theApplication } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { session } from "../../../harness/objective-c/app-kit/core-graphics.ts";
import { shownCursor } from "../../../harness/objective-c/app-kit/ns-cursor.ts";
import { NSEvent, pointer } from "../../../harness/objective-c/app-kit/ns-event.ts";
import {
  click,
  enterApp,
  leaveApp,
  point,
  pressGreen,
  restore,
} from "../../../harness/objective-c/driver.ts";
import type { WindowSpec } from "../../../src/contract/ui/index.ts";
import { settle } from "../../../harness/objective-c/loop.ts";
import { objectAt } from "../../../harness/objective-c/ns-object.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import { tell } from "../../../harness/objective-c/tell.ts";
import { windowOperations } from "../../../src/contract/window/operations.ts";
import { applied, StagedWindow } from "./cases/window-stage.ts";

const png =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const option = 1 << 19;
const command = 1 << 20;

const logical = { type: "Logical" } as const;
const physical = { type: "Physical" } as const;

/** A window to which something is done. */
function staged(spec: Partial<WindowSpec> = {}): StagedWindow {
  const made = new StagedWindow({ position: { x: 100, y: 100 }, ...spec });
  made.received();
  return made;
}

describe("place and size", () => {
  test("of the page are in points or in pixels, and its top left corner stays", () => {
    using window = staged();
    window.apply("setSize", { ...logical, width: 500, height: 400 });
    expect([window.state.innerSize, window.state.outerPosition]).toEqual([
      { width: 1000, height: 800 },
      { x: 200, y: 200 },
    ]);
    window.apply("setSize", { ...physical, width: 500, height: 400 });
    expect(window.state.innerSize).toEqual({ width: 500, height: 400 });
    expect(window.reportedWhole()).toEqual([
      ["window.resized", { size: { width: 1000, height: 800 } }],
      ["window.resized", { size: { width: 500, height: 400 } }],
    ]);
  });

  test("of the frame, too", () => {
    using window = staged();
    window.apply("setPosition", { ...logical, x: 30, y: 40 });
    expect(window.state.outerPosition).toEqual({ x: 60, y: 80 });
    window.apply("setPosition", { ...physical, x: 30, y: 80 });
    expect(window.state.outerPosition).toEqual({ x: 30, y: 80 });
    expect(window.reportedWhole()).toEqual([
      ["window.moved", { position: { x: 60, y: 80 } }],
      ["window.moved", { position: { x: 30, y: 80 } }],
    ]);
  });

  test("are what the window server takes, whatever is asked for", () => {
    using window = staged();
    window.apply("setSize", { ...logical, width: 1e300, height: 0 });
    expect(window.state.innerSize).toEqual({ width: 20_000, height: 2 });
    window.apply("setPosition", { ...physical, x: -1e300, y: 1e300 });
    expect(window.state.outerPosition).toEqual({ x: -32_000, y: 32_000 });
    window.apply("setMinSize", { ...logical, width: 1, height: 1e300 });
    expect(window.shown.minContent).toEqual({ width: 1, height: 10_000 });
  });

  test("have no more pixels than can be drawn in a moment, whether a size or a limit asks for more", () => {
    using window = staged();
    const most = { width: 8192, height: 8192 };
    window.apply("setSize", { ...logical, width: 1e9, height: 1e9 });
    expect(window.state.innerSize).toEqual(most);
    window.apply("setSize", { ...logical, width: 100, height: 100 });
    window.apply("setMinSize", { ...logical, width: 1e9, height: 1e9 });
    expect(window.state.innerSize).toEqual(most);
    expect(window.shown.minContent).toEqual({ width: 4096, height: 4096 });
  });

  test("are in the middle", () => {
    using window = staged();
    window.apply("center", null);
    expect(window.shown.frame.x).toBe((1440 - 400) / 2);
  });

  test("grow and shrink to the limits, as long as there are some", () => {
    using window = staged();
    window.apply("setMinSize", { ...logical, width: 600, height: 10 });
    expect(window.state.innerSize).toEqual({ width: 1200, height: 600 });
    window.apply("setMinSize", null);
    window.apply("setMaxSize", { ...physical, width: 400, height: 10_000 });
    expect(window.state.innerSize).toEqual({ width: 400, height: 600 });
    window.apply("setSize", { ...logical, width: 900, height: 300 });
    expect(window.state.innerSize).toEqual({ width: 400, height: 600 });
    window.apply("setMaxSize", null);
    window.apply("setSize", { ...logical, width: 900, height: 300 });
    expect(window.state.innerSize).toEqual({ width: 1800, height: 600 });
  });

  test.each([true, false])(
    "are the screen's when it is maximized, resizable or not (%p)",
    (resizable) => {
      using window = staged({ resizable });
      const before = window.shown.frame;
      window.apply("maximize", null);
      window.apply("maximize", null);
      expect([window.state.isMaximized, window.shown.frame]).toEqual([
        true,
        { x: 0, y: 0, width: 1440, height: 875 },
      ]);
      window.apply("unmaximize", null);
      window.apply("unmaximize", null);
      expect([window.state.isMaximized, window.shown.frame]).toEqual([false, before]);
    },
  );

  test("maximized by the user are reported and undone as any other", () => {
    using window = staged();
    const before = window.shown.frame;
    pressGreen(window.shown, true);
    expect([window.state.isMaximized, window.received()]).toEqual([
      true,
      ["window.resized", "window.moved"],
    ]);
    window.apply("unmaximize", null);
    expect(window.shown.frame).toEqual(before);
  });
});

describe("the user's controls", () => {
  const cases = [
    ["setResizable", "isResizable", 8],
    ["setMinimizable", "isMinimizable", 4],
    ["setClosable", "isClosable", 2],
    ["setDecorations", "isDecorated", 1],
  ] as const;
  for (const [name, read, bit] of cases) {
    test(`changes by ${name}, and the page keeps its size and place`, () => {
      using window = staged({ title: "named" });
      const before = window.state;
      window.apply(name, false);
      expect([window.state[read], window.shown.mask & bit]).toEqual([false, 0]);
      expect(window.state.innerSize).toEqual(before.innerSize);
      expect(window.state.innerPosition).toEqual(before.innerPosition);
      window.apply(name, true);
      expect({ ...window.state, isFocused: true }).toEqual(before);
      expect([window.shown.title, window.shown.responder.value?.address]).toEqual([
        "named",
        window.view.address,
      ]);
    });
  }

  test("cannot be maximized while it cannot be resized, and can again afterwards", () => {
    using window = staged();
    window.apply("setResizable", false);
    expect([
      window.state.isMaximizable,
      window.shown["-standardWindowButton:"](2)?.isEnabled,
    ]).toEqual([false, false]);
    window.apply("setResizable", true);
    expect(window.state.isMaximizable).toBe(true);
  });

  test("changes by setMaximizable", () => {
    using window = staged();
    window.apply("setMaximizable", false);
    expect([
      window.state.isMaximizable,
      window.shown["-standardWindowButton:"](2)?.isEnabled,
    ]).toEqual([false, false]);
    // A new level makes a new button, and a new style new ones.
    for (const isOnTop of [true, false]) {
      window.apply("setAlwaysOnTop", isOnTop);
      expect(window.shown["-standardWindowButton:"](2)?.isEnabled).toBe(false);
    }
    window.apply("setClosable", false);
    expect(window.shown["-standardWindowButton:"](2)?.isEnabled).toBe(false);
  });
});

describe("on the screen", () => {
  test("a window is hidden, and shown with the keys", () => {
    using other = staged();
    using window = staged();
    window.apply("hide", null);
    expect([window.state.isVisible, window.shown.isShown, other.state.isFocused]).toEqual([
      false,
      false,
      true,
    ]);
    window.apply("show", null);
    expect([window.state.isVisible, window.shown.isShown, window.state.isFocused]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test("a window is minimized, and comes back", () => {
    using window = staged();
    window.apply("minimize", null);
    expect([window.state.isMinimized, window.state.isVisible, window.shown.isMiniaturized]).toEqual(
      [true, true, true],
    );
    window.apply("unminimize", null);
    expect([window.state.isMinimized, window.shown.isShown]).toEqual([false, true]);
    window.apply("minimize", null);
    restore(window.shown);
    expect(window.state.isMinimized).toBe(false);
  });

  test("a window on top of others is minimized, and comes back", () => {
    for (const maximizable of [true, false]) {
      using window = staged({ alwaysOnTop: true, maximizable });
      window.apply("minimize", null);
      window.apply("unminimize", null);
      expect([window.state.isMinimized, window.shown.isShown]).toEqual([false, true]);
      window.apply("setFullscreen", true);
      window.apply("minimize", null);
      restore(window.shown);
      expect([window.state.isFullscreen, window.shown.isShown]).toEqual([true, true]);
    }
  });

  test("a hidden window is minimized when it is shown", () => {
    using window = staged({ visible: false });
    window.apply("minimize", null);
    expect([window.state.isMinimized, window.shown.isMiniaturized]).toEqual([true, false]);
    window.apply("show", null);
    expect([window.shown.isMiniaturized, window.shown.isShown]).toEqual([true, false]);
    window.apply("unminimize", null);
    expect(window.shown.isShown).toBe(true);
  });

  test("a window gets the keys and the app the menu bar, but a hidden one stays hidden", () => {
    using window = staged();
    using hidden = staged({ visible: false });
    using _front = staged();
    leaveApp();
    hidden.apply("setFocus", null);
    expect([hidden.shown.isShown, theApplication()["-isActive"]()]).toEqual([false, false]);
    window.apply("setFocus", null);
    expect([window.state.isFocused, theApplication()["-isActive"]()]).toEqual([true, true]);
    window.apply("minimize", null);
    window.apply("setFocus", null);
    expect([window.state.isFocused, window.state.isMinimized]).toEqual([true, false]);
  });

  test("a window is above others, and out of pictures of the screen", () => {
    using window = staged();
    for (const value of [true, false]) {
      window.apply("setAlwaysOnTop", value);
      window.apply("setContentProtected", value);
      expect([window.shown.level, window.shown.sharing]).toEqual(value ? [3, 0] : [0, 1]);
    }
  });
});

describe("the pointer", () => {
  test("passes through a window", () => {
    using window = staged();
    window.apply("setIgnoreCursorEvents", true);
    expect(window.shown.ignoresMouse).toBe(true);
    window.apply("setIgnoreCursorEvents", false);
    expect(window.shown.ignoresMouse).toBe(false);
  });

  test("is hidden while the window is used, and by no other than it", () => {
    using window = staged();
    window.apply("setCursorVisible", false);
    window.apply("setCursorVisible", false);
    expect(shownCursor.hidden).toBe(1);
    leaveApp();
    expect(shownCursor.hidden).toBe(0);
    enterApp();
    expect(shownCursor.hidden).toBe(1);
    window.apply("setCursorVisible", true);
    expect(shownCursor.hidden).toBe(0);
  });

  test("is there again when the window has gone that hid and held it", () => {
    {
      using window = staged();
      window.apply("setCursorVisible", false);
      window.apply("setCursorGrab", true);
      expect([shownCursor.hidden, session.isPointerTied]).toEqual([1, false]);
    }
    expect([shownCursor.hidden, session.isPointerTied]).toEqual([0, true]);
  });

  test("has another shape, where macOS has it", () => {
    using window = staged();
    window.apply("setCursorIcon", "hand");
    expect(shownCursor.shape).toBe("pointingHand");
    const write = spyOn(process.stderr, "write").mockImplementation(() => true);
    window.apply("setCursorIcon", "wait");
    expect(String(write.mock.calls[0]?.[0])).toContain('the cursor "wait" has no effect on macOS');
    write.mockRestore();
    expect(shownCursor.shape).toBe("pointingHand");
  });

  test("is held while the window is used, and only where there is a window", () => {
    using window = staged();
    using hidden = staged({ visible: false });
    window.apply("setCursorGrab", true);
    expect(session.isPointerTied).toBe(false);
    leaveApp();
    expect(session.isPointerTied).toBe(true);
    click(window.shown);
    expect(session.isPointerTied).toBe(false);
    window.apply("setCursorGrab", false);
    expect(session.isPointerTied).toBe(true);
    expect(() => hidden.apply("setCursorGrab", true)).toThrow("it must be on the screen");
  });

  test("is put on a place of the page", () => {
    using window = staged();
    window.apply("setCursorPosition", { ...logical, x: 10, y: 20 });
    // 28 points of title bar, on a screen of 900, counted from below.
    expect(pointer.at).toEqual({ x: 110, y: 900 - (100 + 28 + 20) });
    window.apply("setCursorPosition", { ...physical, x: 10, y: 20 });
    expect(pointer.at).toEqual({ x: 105, y: 900 - (100 + 28 + 10) });
    expect(session.isMouseStill).toBe(false);
  });

  test("takes the window with it while its button is pressed", () => {
    using window = staged();
    point({ x: 150, y: 700 });
    window.apply("startDragging", null);
    expect(window.shown.drags).toBe(0);
    point({ x: 150, y: 700 }, true);
    window.apply("startDragging", null);
    expect(window.shown.drags).toBe(1);
    window.apply("setFullscreen", true);
    window.apply("startDragging", null);
    expect(window.shown.drags).toBe(1);
    point({ x: 150, y: 700 });
  });
});

test("the user's attention is asked for once, and no longer", () => {
  using window = staged();
  const asked = (): number[] => [...theApplication().attention.values()];
  window.apply("requestUserAttention", "Informational");
  expect(asked()).toEqual([10]);
  window.apply("requestUserAttention", "Critical");
  expect(asked()).toEqual([0]);
  window.apply("requestUserAttention", null);
  expect(asked()).toEqual([]);
});

test("the title is shown as it is, cut where no screen could show it", () => {
  using window = staged();
  window.apply("setTitle", "a\0b “✓”");
  expect([window.state.title, window.shown.title]).toEqual(["a\0b “✓”", "a�b “✓”"]);
  window.apply("setTitle", "x".repeat(1_000_000));
  expect(window.shown.title.length).toBeLessThan(10_000);
});

test.each([
  [true, option | command, ["toggleInspector"]],
  [true, command, []],
  [false, option | command, []],
])(
  "with the inspector allowed (%p), the keys I and %p ask for %p",
  (devTools, modifiers, asked) => {
    using window = staged({ devTools });
    const event = inPool(() => {
      const pressed = NSEvent.of(10, { code: 34, modifiers });
      return tell(window.shown, "performKeyEquivalent:", pressed);
    });
    expect([event, window.view.asked]).toEqual([asked.length > 0, asked]);
  },
);

test.each([
  ["a letter", 0, { code: 0 }],
  ["Escape", 0, { code: 53 }],
  ["a letter with Option", 0, { code: 0, modifiers: option }],
  ["a letter with Command", 1, { code: 0, modifiers: command }],
])("%s that the page has no use for makes macOS' sound %p times", (_key, beeps, pressed) => {
  using window = staged();
  const view = objectAt(window.view.address, "The view");
  inPool(() => tell(view, "keyDown:", NSEvent.of(10, pressed)));
  expect(window.shown.beeps).toBe(beeps);
});

test("Escape leaves a full screen where the page has no use for it", () => {
  using window = staged();
  window.apply("setFullscreen", true);
  inPool(() =>
    tell(objectAt(window.view.address, "The view"), "keyDown:", NSEvent.of(10, { code: 53 })),
  );
  settle();
  expect([window.state.isFullscreen, window.shown.beeps]).toEqual([false, 0]);
});

test("the page is printed", () => {
  using window = staged();
  window.apply("print", null);
  expect(window.view.asked).toEqual(["print"]);
});

test("an operation without effect on macOS says so, and an icon must be a picture all the same", () => {
  using window = staged();
  const write = spyOn(process.stderr, "write").mockImplementation(() => true);
  window.apply("setSkipTaskbar", true);
  window.apply("setIcon", Buffer.from(png, "base64"));
  const log = write.mock.calls.map(([text]) => String(text)).join("");
  write.mockRestore();
  expect(log).toContain("setSkipTaskbar has no effect on macOS: the Dock shows apps, not windows");
  expect(log).toContain("setIcon has no effect on macOS: windows have no icons there");
  expect(() => window.apply("setIcon", new Uint8Array())).toThrow(
    "Cannot use a picture of 0 bytes",
  );
});

test("each operation has a story here, or in those of full screens and of fields", () => {
  const elsewhere = ["setFullscreen", "setShadow", "setTheme"];
  const names = Object.keys(windowOperations) as (keyof typeof windowOperations)[];
  expect(names.filter((name) => !applied.has(name) && !elsewhere.includes(name))).toEqual([]);
});
