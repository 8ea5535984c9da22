import { deepEqual, equal, ok } from "node:assert/strict";
import { parseAccelerator } from "../../../src/contract/patterns/accelerator-text.ts";
import { writePng } from "../../../src/cli/icon/files.ts";
import type { MenuItem } from "../../../src/contract/ui/index.ts";
import { MENUITEMINFOW, user32 } from "../../../src/native/windows/lib/user32.ts";
import { menus } from "../../../src/native/windows/menu/menus.ts";
import { struct } from "../../../src/native/ffi/struct.ts";
import { bytesAt } from "../../../src/native/windows/memory.ts";
import { wide } from "../../../src/native/windows/wide-text.ts";
import { innerArea } from "../../../src/native/windows/window/pixels.ts";
import type { NativeWindow } from "../../../src/native/windows/window/window.ts";
import { actionItem, submenuItem } from "../../support/app/menu-items.ts";
import type { WindowCase } from "./window-cases.ts";
import { testGdi32, testUser32, type WindowStage } from "./window-stage.ts";

const WM_COMMAND = 0x0111;
const WM_SYSCOMMAND = 0x0112;
const SC_KEYMENU = 0xf100;
const VK_S = 0x53;
const VK_F5 = 0x74;
const VK_F10 = 0x79;
const wasDown = 1 << 30;

const save = (change: Partial<Extract<MenuItem, { kind: "action" }>> = {}): MenuItem =>
  actionItem("save", {
    text: "Save R&D",
    accelerator: parseAccelerator("F5", "windows"),
    takesKeys: true,
    ...change,
  });
const file = (item: MenuItem = save()): readonly MenuItem[] => [
  submenuItem("File", [item, { kind: "separator" }, actionItem("marked", { checked: true })]),
  submenuItem("Edit", [actionItem("copy", { role: "copy", text: null })]),
];

const chosen = (stage: WindowStage, window: NativeWindow): readonly string[] =>
  stage.heard("menu.chosen", window).map(({ item }) => item);

/** The text of an entry, by its place. */
function textAt(menu: number, place: number): string {
  const room = new Uint16Array(new ArrayBuffer(200));
  testUser32.GetMenuStringW(menu, place, room, 100, 0x400);
  return String.fromCharCode(...room.subarray(0, room.indexOf(0)));
}

const BITMAP = struct({
  bmType: "i32",
  bmWidth: "i32",
  bmHeight: "i32",
  bmWidthBytes: "i32",
  bmPlanes: "u16",
  bmBitsPixel: "u16",
  bmBits: "ptr",
});
const MIIM_BITMAP = 0x80;

const sizeOf = ({ handle }: NativeWindow): readonly number[] => {
  const { width, height } = innerArea(handle);
  return [width, height];
};

export const menuCases: readonly WindowCase[] = [
  {
    name: "a menu bar has the app's words, and Windows' own for roles, and the page keeps its size",
    async run(stage) {
      const window = await stage.openFocused();
      const before = sizeOf(window);
      menus.set(window, file());
      const bar = testUser32.GetMenu(window.handle);
      deepEqual([textAt(bar, 0), textAt(bar, 1)], ["File", "Edit"]);
      equal(textAt(user32.GetSubMenu(bar, 0), 0), "Save R&&D\tF5");
      equal(textAt(user32.GetSubMenu(bar, 1), 0), "Copy");
      deepEqual(sizeOf(window), before);
      menus.set(window, null);
      equal(testUser32.GetMenu(window.handle), 0);
      deepEqual(sizeOf(window), before);
    },
  },
  {
    name: "a picture of a menu has its transparency, in a bitmap whose memory menus can read",
    isTheSameAtEveryScale: true,
    async run(stage) {
      const window = stage.open();
      const pixels = new Uint8Array(64 * 64 * 4);
      // A red that covers half of what is behind it.
      for (let at = 0; at < pixels.length; at += 4) pixels.set([200, 0, 0, 128], at);
      const icon = writePng({ width: 64, height: 64, pixels });
      menus.set(window, [submenuItem("File", [save({ icon })])]);
      const info = MENUITEMINFOW.make({ cbSize: MENUITEMINFOW.size, fMask: MIIM_BITMAP });
      const menu = user32.GetSubMenu(testUser32.GetMenu(window.handle), 0);
      user32.GetMenuItemInfoW(menu, 0, true, info.bytes);
      const bitmap = BITMAP.make();
      testGdi32.GetObjectW(info.get("hbmpItem"), BITMAP.size, bitmap.bytes);
      equal(bitmap.get("bmBitsPixel"), 32);
      const bits = bitmap.get("bmBits");
      ok(bits !== 0);
      deepEqual([...bytesAt(bits, 4)], [0, 0, 100, 128]);
    },
  },
  {
    name: "an item of a bar is reported when it is chosen, unless it was disabled meanwhile",
    async run(stage) {
      const window = stage.open();
      menus.set(window, file());
      user32.SendMessageW(window.handle, WM_COMMAND, 1, 0);
      deepEqual(chosen(stage, window), ["save"]);
      menus.set(window, file(save({ enabled: false })));
      user32.SendMessageW(window.handle, WM_COMMAND, 1, 0);
      deepEqual(chosen(stage, window), ["save"]);
    },
    isTheSameAtEveryScale: true,
  },
  {
    name: "a bar whose entries are the same changes where it is; another one replaces them",
    async run(stage) {
      const window = stage.open();
      menus.set(window, file());
      const bar = testUser32.GetMenu(window.handle);
      const inner = user32.GetSubMenu(bar, 0);
      menus.set(window, file(save({ text: "Saved" })));
      equal(user32.GetSubMenu(bar, 0), inner);
      equal(textAt(inner, 0), "Saved\tF5");
      menus.set(window, [submenuItem("Only", [save()])]);
      equal(testUser32.GetMenu(window.handle), bar);
      deepEqual([textAt(bar, 0), textAt(bar, 1)], ["Only", ""]);
      user32.SendMessageW(window.handle, WM_COMMAND, 4, 0);
      deepEqual(chosen(stage, window), ["save"]);
    },
    isTheSameAtEveryScale: true,
  },
  {
    name: "keys of a menu choose its item once for a press, before the page gets them",
    async run(stage) {
      const window = stage.open();
      menus.set(window, file());
      const { keys } = stage.view(window);
      if (keys === null) throw new Error("Cannot press keys: want a window that hears them");
      ok(keys.keyPressed(VK_F5, 0));
      ok(keys.keyPressed(VK_F5, wasDown));
      ok(!keys.keyPressed(VK_S, 0));
      await stage.until("the choice", () => chosen(stage, window)[0]);
      deepEqual(chosen(stage, window), ["save"]);
      menus.set(window, file(save({ enabled: false })));
      ok(!keys.keyPressed(VK_F5, 0));
      // Without a menu F10 is the page's.
      menus.set(window, null);
      ok(!keys.keyPressed(VK_F10, 0));
    },
    isTheSameAtEveryScale: true,
  },
  {
    name: "a frameless window has no bar, and shows its menu when Alt or F10 is pressed",
    async run(stage) {
      const window = await stage.openFocused({ decorations: false });
      const before = sizeOf(window);
      menus.set(window, file());
      equal(testUser32.GetMenu(window.handle), 0);
      deepEqual(sizeOf(window), before);
      ok(stage.view(window).keys?.keyPressed(VK_F10, 0));
      await stage.until("the menu", () => openMenu() || undefined);
      user32.EndMenu();
      await stage.until("its end", () => (openMenu() === 0 ? true : undefined));
      user32.PostMessageW(window.handle, WM_SYSCOMMAND, SC_KEYMENU, 0);
      await stage.until("the menu", () => openMenu() || undefined);
      user32.EndMenu();
      await stage.until("its end", () => (openMenu() === 0 ? true : undefined));
      deepEqual(chosen(stage, window), []);
      await stage.apply(window, "setDecorations", true);
      ok(testUser32.GetMenu(window.handle) !== 0);
      deepEqual(sizeOf(window), before);
    },
  },
  {
    name: "a menu over the page gives what was chosen by the keyboard, or nothing when it is closed",
    async run(stage) {
      const window = await stage.openFocused();
      const answer = menus.popup(window, [actionItem("first"), actionItem("second")], {
        x: 10,
        y: 20,
      });
      await stage.until("the menu", () => openMenu() || undefined);
      for (const key of ["Down", "Down", "Return"])
        await stage.outside("press", window.spec.title, key);
      equal(await answer, "second");
      const closed = menus.popup(window, [actionItem("first")], null);
      await stage.until("the menu", () => openMenu() || undefined);
      menus.closePopup(window);
      equal(await closed, null);
    },
  },
];

/** The window of a menu that is on the screen; 0: none is. */
function openMenu(): number {
  const window = user32.FindWindowExW(0, 0, wide("#32768"), null);
  return window !== 0 && user32.IsWindowVisible(window) !== 0 ? window : 0;
}
