// Menus of apps and windows in the bar of the screen, and over a page, on the stand-in for AppKit.

import { expect, test } from "bun:test";
import { theApplication } from "../../../harness/objective-c/app-kit/ns-application.ts";
import { NSMenu, type NSMenuItem } from "../../../harness/objective-c/app-kit/ns-menu.ts";
import { NSView } from "../../../harness/objective-c/app-kit/ns-view.ts";
import { setActive } from "../../../harness/objective-c/app-kit/window-server.ts";
import type { NSWindow as StandInWindow } from "../../../harness/objective-c/app-kit/ns-window.ts";
import { settle, soon } from "../../../harness/objective-c/loop.ts";
import { openMenus } from "../../../harness/objective-c/app-kit/ns-menu.ts";
import { inPool } from "../../../harness/objective-c/pools.ts";
import { parseAccelerator } from "../../../src/contract/patterns/accelerator-text.ts";
import type { MenuRole } from "../../../src/contract/menu.ts";
import type { MenuItem, UiEvents } from "../../../src/contract/ui/index.ts";
import { NSWindow } from "../../../src/native/macos/lib/appkit/window.ts";
import { Menus } from "../../../src/native/macos/menu/menus.ts";
import type { NativeWindow } from "../../../src/native/macos/window/window.ts";
import { actionItem, submenuItem } from "../../support/app/menu-items.ts";
import { onMac, openWindow } from "./cases/mac-desktop.ts";

onMac();

type Chosen = UiEvents["menu.chosen"];

interface Desktop {
  readonly menus: Menus;
  readonly chosen: readonly Chosen[];
  /** Opens a window, which gets the keyboard. */
  open(label: string): NativeWindow & { readonly screen: StandInWindow };
}

function begin(): Desktop {
  const chosen: Chosen[] = [];
  const windows = new Map<string, NativeWindow>();
  const events = {
    emit: (_event: string, payload: unknown) => void chosen.push(payload as Chosen),
  };
  const menus = new Menus(events as never, () => [...windows.values()]);
  menus.begin("Notes");
  return {
    menus,
    chosen,
    open(label) {
      setActive(true);
      const screen = openWindow();
      inPool(() => screen["-setContentView:"](new NSView()));
      const window = {
        spec: { label },
        window: NSWindow.at(screen.address),
        events: { isDestroyed: false },
        screen,
      };
      windows.set(label, window as never);
      return window as never;
    },
  };
}

const role = (name: MenuRole, accelerator: string | null = null): MenuItem =>
  actionItem(`framework:role:${name}`, {
    role: name,
    text: null,
    accelerator: accelerator === null ? null : parseAccelerator(accelerator, "macos"),
  });

/** The menus in the bar: their titles, and their items with their messages. */
function bar(): unknown {
  const shown = theApplication().menu.value;
  if (!(shown instanceof NSMenu)) throw new Error("Cannot find the menu bar: the app has none");
  const read = ({ isSeparator, title, submenu, action }: NSMenuItem): unknown =>
    isSeparator ? "-" : submenu.value === null ? `${title} → ${action}` : title;
  return Object.fromEntries(
    shown.items.items.map(({ title, submenu }) => [title, submenu.value?.items.items.map(read)]),
  );
}

const names = (): readonly string[] => Object.keys(bar() as object);

function choose(...titles: readonly string[]): void {
  const shown = theApplication().menu.value;
  if (shown instanceof NSMenu) inPool(() => shown.choose(...titles));
}

const file = submenuItem("File", [actionItem("save", { text: "Save" }), role("close", "Cmd+W")]);

/** Takes the menus away, so that nothing is held. */
function end({ menus }: Desktop, ...windows: readonly NativeWindow[]): void {
  for (const window of windows) menus.set(window, null);
  menus.setApp(null);
  settle();
}

test("the app's menu stands behind the menu of the app, and in front of the standard one for editing", () => {
  const desktop = begin();
  desktop.menus.setApp([file, actionItem("bare")]);
  expect(bar()).toMatchObject({
    Notes: expect.arrayContaining(["Quit Notes → terminate:", "Services"]) as string[],
    File: ["Save → itemChosen:", "Close → performClose:"],
    Edit: expect.arrayContaining(["Copy → copy:"]) as string[],
  });
  end(desktop);
});

test("a menu with a way to copy is not followed by the standard one", () => {
  const desktop = begin();
  desktop.menus.setApp([submenuItem("Work", [role("copy", "Cmd+C"), role("pasteAndMatchStyle")])]);
  expect(bar()).toMatchObject({
    Work: ["Copy → copy:", "Paste and Match Style → pasteAsPlainText:"],
  });
  expect(names()).toEqual(["Notes", "Work"]);
  end(desktop);
});

test("a choice names the window with the keyboard; without one, none", () => {
  const desktop = begin();
  desktop.menus.setApp([file]);
  choose("File", "Save");
  const main = desktop.open("main");
  choose("File", "Save");
  expect(desktop.chosen).toEqual([
    { window: null, item: "save" },
    { window: "main", item: "save" },
  ]);
  end(desktop, main);
});

test("a window's menu is in the bar while the window has the keyboard", () => {
  const desktop = begin();
  const [first, second] = [desktop.open("first"), desktop.open("second")];
  desktop.menus.setApp([file]);
  desktop.menus.set(second, [submenuItem("Second", [])]);
  expect(names()).toEqual(["Notes", "Second", "Edit"]);
  inPool(() => first.screen["-makeKeyAndOrderFront:"](null));
  desktop.menus.windowChanged();
  expect(names()).toEqual(["Notes", "File", "Edit"]);
  desktop.menus.setApp(null);
  expect(names()).toEqual(["Notes", "Edit", "View", "Window", "Help"]);
  end(desktop, first, second);
});

test("a menu that lists windows is AppKit's to fill", () => {
  const desktop = begin();
  desktop.menus.setApp([submenuItem("Window", [], { role: "windowList", text: null })]);
  const { windowsMenu } = theApplication() as unknown as { windowsMenu: { value: NSMenu | null } };
  expect(windowsMenu.value?.ofTitle.value?.text).toBe("Window");
  end(desktop);
});

test("a menu over the page opens at its place, and gives what was chosen", async () => {
  const desktop = begin();
  const main = desktop.open("main");
  const items = [
    actionItem("a", { text: "A" }),
    submenuItem("More", [actionItem("b", { text: "B" })]),
  ];
  for (const [titles, id] of [
    [["A"], "a"],
    [["More", "B"], "b"],
    [[], null],
  ] as const) {
    const answer = desktop.menus.popup(main, items, { x: 10, y: 20 });
    let opened: unknown;
    // While its loop runs, everything else goes on.
    const act = (): void => {
      const [shown] = openMenus();
      if (shown === undefined) return soon(act);
      opened = shown.openedAt;
      inPool(() => (titles.length === 0 ? shown.close() : shown.choose(...titles)));
    };
    soon(act);
    await Bun.sleep(1);
    settle();
    expect(await answer).toBe(id);
    const content = main.screen.content.value;
    expect(opened).toEqual({
      at: { x: 10, y: (content?.["-bounds"]().height ?? 0) - 20 },
      view: content,
    });
  }
  end(desktop, main);
});

test("an app that ends closes the menu of a page", async () => {
  const desktop = begin();
  const main = desktop.open("main");
  const answer = desktop.menus.popup(main, [actionItem("a", { text: "A" })], null);
  const seen: boolean[] = [];
  const act = (): void => {
    const [shown] = openMenus();
    if (shown === undefined) return soon(act);
    seen.push(shown.isOpen);
    inPool(() => desktop.menus.leave());
    seen.push(shown.isOpen);
    // Without that, a failure would hang.
    shown.close();
  };
  soon(act);
  await Bun.sleep(1);
  settle();
  expect([await answer, ...seen]).toEqual([null, true, false]);
  end(desktop, main);
});
