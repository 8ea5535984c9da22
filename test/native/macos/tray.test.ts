import { afterEach, describe, expect, test } from "bun:test";
import {
  statusItems,
  type NSStatusItem,
} from "../../../harness/objective-c/app-kit/ns-status-item.ts";
import { pointer } from "../../../harness/objective-c/app-kit/ns-event.ts";
import type { NSMenu } from "../../../harness/objective-c/app-kit/ns-menu.ts";
import { theApplication } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { soon } from "../../../harness/objective-c/loop.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import { limits } from "../../../src/contract/limits.ts";
import type { MenuItem, TraySpec } from "../../../src/contract/ui/index.ts";
import { Tray } from "../../../src/native/macos/tray/tray.ts";
import { actionItem as action, submenuItem } from "../../support/app/menu-items.ts";
import { onMac } from "./cases/mac-desktop.ts";

onMac();

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const controlKey = 1 << 18;
// NSEventType
const eventType = {
  leftMouseDown: 1,
  leftMouseUp: 2,
  rightMouseDown: 3,
  rightMouseUp: 4,
  otherMouseDown: 25,
  otherMouseUp: 26,
} as const;

const plain: TraySpec = {
  id: "org.example.app",
  icon: png,
  title: null,
  tooltip: null,
  menu: [action("one"), action("two")],
  iconAsTemplate: false,
  menuOnLeftClick: true,
};

/** A tray with its events, and its user's actions. */
function trayOf(spec: Partial<TraySpec> = {}) {
  const reported: unknown[] = [];
  const tray = new Tray({ emit: (event, payload) => reported.push([event, payload]) });
  const show = (change: Partial<TraySpec> = {}): void =>
    tray.show({ ...plain, ...spec, ...change });
  show();
  return {
    reported,
    show,
    remove: () => tray.remove(),
    [Symbol.dispose]: () => tray.remove(),
    /** Uses the button as a mouse does, from the press to the release. */
    click: (name: "left" | "right" | "middle", clicks = 1) => {
      const events = {
        left: [eventType.leftMouseDown, eventType.leftMouseUp],
        right: [eventType.rightMouseDown, eventType.rightMouseUp],
        middle: [eventType.otherMouseDown, eventType.otherMouseUp],
      };
      for (const type of events[name]) item().button.use(type, clicks);
    },
  };
}

function item(): NSStatusItem {
  const [only, ...others] = statusItems();
  if (only === undefined || others.length > 0)
    throw new Error(`Cannot find the status item: want one, not ${others.length + 1}`);
  return only;
}

// The platform's guard around its callbacks catches an error while the menu is open.
const wrong: unknown[] = [];
afterEach(() => {
  expect(wrong.splice(0)).toEqual([]);
});

/** Looks at the menu while it is open, and does something with it. */
function onceOpen(look: (menu: NSMenu) => void): void {
  soon(() => {
    const menu = item().menu.value;
    try {
      if (menu === null || !menu.isOpen) throw new Error("Cannot look at the menu: want it open");
      look(menu);
    } catch (error) {
      wrong.push(error);
    } finally {
      menu?.close();
    }
  });
}

const closed = (): void => onceOpen(() => {});

describe("the icon", () => {
  test("is in the menu bar from the first show to the removal, once", () => {
    const tray = trayOf();
    tray.show();
    expect(statusItems()).toHaveLength(1);
    expect(item().length).toBe(-1);
    tray.remove();
    tray.remove();
    expect(statusItems()).toEqual([]);
    tray.show();
    expect(statusItems()).toHaveLength(1);
    tray.remove();
  });

  test("is 18 points high, and a stencil where that is wanted", () => {
    using tray = trayOf({ iconAsTemplate: true });
    expect(item().button.image.value).toMatchObject({
      isTemplate: true,
      size: { width: 18, height: 18 },
    });
    tray.show({ iconAsTemplate: false });
    expect(item().button.image.value).toMatchObject({ isTemplate: false });
  });

  test("stands alone without a title, and before it with one", () => {
    using tray = trayOf();
    expect(item().button).toMatchObject({ title: "", imagePosition: 1 });
    tray.show({ title: "50 %&_\0" });
    expect(item().button).toMatchObject({ title: "50 %&_\u{fffd}", imagePosition: 2 });
    tray.show({ title: "x".repeat(2000) });
    expect(item().button.title).toBe(`${"x".repeat(limits.title.most)}…`);
  });

  test.each([
    [null, null, null],
    ["title", null, "title"],
    ["title", "tip", "tip"],
    ["title", "", null],
  ])("titled %p, with the tooltip %p, says %p below the pointer", (title, tooltip, shown) => {
    using _tray = trayOf({ title, tooltip });
    expect(item().button.toolTip.value?.text ?? null).toBe(shown);
  });

  test("is refused for bytes that are no picture, and the one before stays", () => {
    using tray = trayOf();
    const before = item().button.image.value;
    for (const icon of [new Uint8Array(), Buffer.from("<svg/>")])
      expect(() => tray.show({ icon })).toThrow(expect.objectContaining({ code: "bad-argument" }));
    expect(item().button.image.value).toBe(before);
  });
});

describe("a click", () => {
  test("tells which it was, and where it was from the top left of the screen", () => {
    using tray = trayOf({ menu: [] });
    pointer.at = { x: 100, y: 10 };
    const { y } = positionReported(tray.reported, () => tray.click("left"));
    pointer.at = { x: 100, y: 30 };
    expect(positionReported(tray.reported, () => tray.click("left"))).toEqual({
      x: 100,
      y: y - 20,
    });
  });

  function positionReported(
    reported: readonly unknown[],
    click: () => void,
  ): { x: number; y: number } {
    click();
    return (reported.at(-1) as [string, { position: { x: number; y: number } }])[1].position;
  }

  const clicksOf = (reported: readonly unknown[]): unknown[] =>
    (reported as [string, { click?: string; item?: string }][]).map(
      ([, { click, item: chosen }]) => click ?? chosen,
    );

  test.each(["left", "right", "middle"] as const)("of the %s button is reported once", (name) => {
    using tray = trayOf({ menu: [] });
    tray.click(name);
    expect(clicksOf(tray.reported)).toEqual([name]);
  });

  test("that follows another one soon makes a double click of it", () => {
    using tray = trayOf({ menuOnLeftClick: false });
    for (const clicks of [1, 2, 3]) tray.click("left", clicks);
    expect(clicksOf(tray.reported)).toEqual(["left", "double", "left"]);
  });

  test("to the left opens the menu where it should, when the button goes down", () => {
    using tray = trayOf();
    let titles: string[] = [];
    onceOpen((menu) => (titles = menu.items.items.map(({ title }) => title)));
    item().button.use(eventType.leftMouseDown);
    expect(titles).toEqual(["one", "two"]);
    expect(clicksOf(tray.reported)).toEqual(["left"]);
    expect(item().menu.value).toBeNull();
  });

  test("to the left opens nothing where it should not, and one to the right does", () => {
    using tray = trayOf({ menuOnLeftClick: false });
    tray.click("left");
    closed();
    tray.click("right");
    expect(clicksOf(tray.reported)).toEqual(["left", "right"]);
  });

  test("with the control key held is one to the right", () => {
    using tray = trayOf({ menuOnLeftClick: false });
    closed();
    item().button.use(eventType.leftMouseUp, 1, controlKey);
    expect(clicksOf(tray.reported)).toEqual(["right"]);
  });

  test("shows the icon as pressed until it is let go of, where no menu does", () => {
    using _tray = trayOf({ menuOnLeftClick: false });
    const { button } = item();
    button.use(eventType.leftMouseDown);
    expect(button.isHighlighted).toBe(true);
    button.use(eventType.leftMouseUp);
    expect(button.isHighlighted).toBe(false);
  });

  test("is none where the pointer has left the icon before it is let go of", () => {
    using tray = trayOf({ menuOnLeftClick: false });
    const { button } = item();
    const elsewhere = { x: 15, y: -40 };
    for (const at of [{ x: -1, y: 12 }, { x: 31, y: 12 }, elsewhere]) {
      button.use(eventType.leftMouseDown);
      button.use(eventType.leftMouseUp, 1, 0, at);
    }
    expect([clicksOf(tray.reported), button.isHighlighted]).toEqual([[], false]);
    // At the edge of the screen.
    button.use(eventType.leftMouseDown);
    button.use(eventType.leftMouseUp, 1, 0, { x: 15, y: 24 });
    expect(clicksOf(tray.reported)).toEqual(["left"]);
    // Its place is reported in other units than that of the pointer.
    for (const type of [eventType.leftMouseDown, eventType.leftMouseUp])
      button.use(type, 1, 0, elsewhere);
    expect(clicksOf(tray.reported)).toEqual(["left", "left"]);
  });

  test("by the keyboard or a screen reader counts as one to the left", () => {
    using tray = trayOf({ menuOnLeftClick: false });
    theApplication().event.value = null;
    inPool(() => item().button["-performClick:"](null));
    expect(clicksOf(tray.reported)).toEqual(["left"]);
  });

  test("opens no menu that has no items", () => {
    using tray = trayOf({ menu: [] });
    tray.click("left");
    tray.click("right");
    expect(clicksOf(tray.reported)).toEqual(["left", "right"]);
  });

  test("is reported before the choice in the menu", () => {
    using tray = trayOf();
    onceOpen((menu) => menu.choose("two"));
    tray.click("right");
    expect(tray.reported).toEqual([
      ["tray.clicked", expect.objectContaining({ click: "right" })],
      ["tray.menuClicked", { item: "two" }],
    ]);
  });
});

describe("the menu", () => {
  /** The items in words, as the user sees them. */
  const shownIn = (menu: NSMenu): unknown[] =>
    menu.items.items.map((each) =>
      each.isSeparator
        ? "---"
        : {
            title: each.title,
            enabled: each.isChoosable,
            checked: each.state === 1,
            ...(each.submenu.value !== null && { items: shownIn(each.submenu.value) }),
          },
    );

  test("has its items, lines and submenus, with what can be chosen and what is checked", () => {
    const menu: readonly MenuItem[] = [
      action("a", { text: "50 % & _more_\t\0" }),
      action("b", { enabled: false }),
      { kind: "separator" },
      action("c", { checked: true }),
      action("d", { checked: false }),
      submenuItem("More", [action("e")]),
      submenuItem("None", [action("f")], { enabled: false }),
    ];
    using tray = trayOf({ menu });
    let shown: unknown;
    onceOpen((open) => (shown = shownIn(open)));
    tray.click("left");
    expect(shown).toEqual([
      { title: "50 % & _more_\t\u{fffd}", enabled: true, checked: false },
      { title: "b", enabled: false, checked: false },
      "---",
      { title: "c", enabled: true, checked: true },
      { title: "d", enabled: true, checked: false },
      {
        title: "More",
        enabled: true,
        checked: false,
        items: [{ title: "e", enabled: true, checked: false }],
      },
      {
        title: "None",
        enabled: false,
        checked: false,
        items: [{ title: "f", enabled: true, checked: false }],
      },
    ]);
  });

  test.each([
    [["More", "e"], [["tray.menuClicked", { item: "e" }]]],
    [["None", "f"], []],
    [["b"], []],
  ])("chosen at %j tells %j", (path, reported) => {
    const menu: readonly MenuItem[] = [
      action("b", { enabled: false }),
      submenuItem("More", [action("e")]),
      submenuItem("None", [action("f")], { enabled: false }),
    ];
    using tray = trayOf({ menu });
    onceOpen((open) => open.choose(...path));
    tray.click("left");
    expect(tray.reported.slice(1)).toEqual(reported);
  });

  test.each([
    [["super"], "KeyQ", "q", 1 << 20],
    [
      ["control", "alt", "shift", "super"],
      "Digit7",
      "7",
      (1 << 18) | (1 << 19) | (1 << 17) | (1 << 20),
    ],
    [[], "F5", "\u{f708}", 0],
    [[], "F35", "\u{f726}", 0],
    [["shift"], "ArrowUp", "\u{f700}", 1 << 17],
    [["super"], "Numpad3", "3", 1 << 20],
    [["super"], "Backspace", "\b", 1 << 20],
    [["super"], "Plus", "+", 1 << 20],
    [["super"], "MediaStop", "", 1 << 20],
  ] as const)("shows %j and %p as the key %j", (modifiers, key, character, mask) => {
    using _tray = trayOf({ menu: [action("one", { accelerator: { modifiers, key } })] });
    let seen: unknown;
    onceOpen((menu) => {
      const [only] = menu.items.items;
      seen = [only?.key.value?.text, only?.modifiers];
    });
    item().button.use(eventType.leftMouseDown);
    expect(seen).toEqual([character, mask]);
  });

  test("changes while it is open, and a choice means what was seen", () => {
    using tray = trayOf();
    onceOpen((menu) => {
      const [first] = menu.items.items;
      first!.kept++;
      tray.show({ menu: [action("three")] });
      expect(menu.items.items.map(({ title }) => title)).toEqual(["three"]);
      inPool(() => first!.choose());
      first!.kept--;
      first!.freeIfUnused();
    });
    tray.click("left");
    expect(tray.reported).toHaveLength(1);
    onceOpen((menu) => menu.choose("three"));
    tray.click("left");
    expect(tray.reported.at(-1)).toEqual(["tray.menuClicked", { item: "three" }]);
  });

  test("stays as it is while something else changes", () => {
    using tray = trayOf();
    onceOpen((menu) => {
      const before = menu.items.items[0];
      tray.show({ title: "other" });
      expect(menu.items.items[0]).toBe(before);
    });
    tray.click("left");
  });

  test("closes when the icon is taken away", () => {
    using tray = trayOf();
    soon(() => tray.remove());
    item().button.use(eventType.leftMouseDown);
    expect(statusItems()).toEqual([]);
  });
});

test("a hundred icons and menus leave nothing", () => {
  using tray = trayOf();
  for (let round = 0; round < 100; round++) {
    tray.show({
      menu: [action(String(round)), submenuItem("m", [action("x")])],
    });
    onceOpen((menu) => menu.choose(String(round)));
    tray.click("left");
    if (round % 10 === 0) tray.remove();
    tray.show();
  }
  expect(tray.reported).toHaveLength(200);
});
