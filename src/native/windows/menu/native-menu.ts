import { limits } from "../../../contract/limits.ts";
import type { MenuItem } from "../../../contract/ui/index.ts";
import { choosableItems, haveSameShape } from "../../menu-shape.ts";
import { shown } from "../../shown-text.ts";
import { gdi32 } from "../lib/gdi32.ts";
import { kernel32 } from "../lib/kernel32.ts";
import { MENUITEMINFOW, user32 } from "../lib/user32.ts";
import { acceleratorName } from "../shortcuts/key-names.ts";
import { wide } from "../wide-text.ts";
import { menuBitmap } from "./menu-bitmap.ts";
import { roleWord } from "./role-words.ts";

const MIIM_STATE = 1;
const MIIM_ID = 2;
const MIIM_SUBMENU = 4;
const MIIM_STRING = 0x40;
const MIIM_BITMAP = 0x80;
const MIIM_FTYPE = 0x100;
const MFT_RADIOCHECK = 0x200;
const MFT_SEPARATOR = 0x800;
const MFS_GRAYED = 3;
const MFS_CHECKED = 8;
const MF_BYPOSITION = 0x400;
const TPM_RIGHTBUTTON = 2;
const TPM_RETURNCMD = 0x100;
const WM_NULL = 0;
const menuClass = wide("#32768");

/** A menu of Windows: in the menu bar of a window, or by itself on the screen. */
export class NativeMenu implements Disposable {
  readonly handle: number;
  /** The items of the commands: ids count from 1, and continue when the entries are replaced. */
  readonly #commands: string[] = [];
  #bitmaps: number[] = [];
  #items: readonly MenuItem[];

  /** @throws FrameworkError `bad-argument` for an invalid picture */
  constructor(kind: "bar" | "popup", items: readonly MenuItem[]) {
    this.#items = items;
    this.handle = kind === "bar" ? user32.CreateMenu() : user32.CreatePopupMenu();
    this.#fill(this.handle, items);
  }

  /**
   * Shows it until it closes: returns the id of the chosen item, or `null`. Windows runs a nested
   * loop meanwhile, in which everything else of the app continues.
   *
   * @param owner a window of this thread, which comes to the front
   */
  open(x: number, y: number, owner: number): string | null {
    // Without the first call it would not close at a click elsewhere, without the second not at a
    // second one. Source: Microsoft's reference for TrackPopupMenu.
    user32.SetForegroundWindow(owner);
    const command = user32.TrackPopupMenuEx(
      this.handle,
      TPM_RIGHTBUTTON | TPM_RETURNCMD,
      x,
      y,
      owner,
      null,
    );
    user32.PostMessageW(owner, WM_NULL, 0, 0);
    return this.chosen(command);
  }

  /**
   * The item of a command; `null`: it may have been disabled or removed while the menu was open.
   */
  chosen(command: number): string | null {
    const chosen = this.#commands[command - 1];
    return choosableItems(this.#items).some(({ id }) => id === chosen) ? (chosen ?? null) : null;
  }

  /** Whether the entries match, so that `items` changes them in place. */
  hasShapeOf(items: readonly MenuItem[]): boolean {
    return haveSameShape(items, this.#items);
  }

  /**
   * Sets the current menu. Texts, marks and disabled states change in an open menu; added and
   * removed items do not.
   */
  set items(items: readonly MenuItem[]) {
    const isSame = this.hasShapeOf(items);
    this.#items = items;
    if (!isSame) return;
    change(this.handle, items);
    redrawMenus();
  }

  /** The same for a menu bar: entries may be added and removed. */
  replace(items: readonly MenuItem[]): void {
    if (this.hasShapeOf(items)) return void (this.items = items);
    const [before, count] = [this.#bitmaps, this.#items.length];
    this.#bitmaps = [];
    this.#fill(this.handle, items);
    for (let place = 0; place < count; place++) user32.DeleteMenu(this.handle, 0, MF_BYPOSITION);
    for (const bitmap of before) gdi32.DeleteObject(bitmap);
    this.#items = items;
  }

  /** Closes it, as the user would. */
  close(): void {
    user32.EndMenu();
  }

  [Symbol.dispose](): void {
    user32.DestroyMenu(this.handle);
    for (const bitmap of this.#bitmaps) gdi32.DeleteObject(bitmap);
  }

  /** Adds entries to the end of a menu. */
  #fill(menu: number, items: readonly MenuItem[]): void {
    for (const item of items) {
      const info = described(item);
      if (item.kind === "separator") info.fill({ fMask: MIIM_FTYPE, fType: MFT_SEPARATOR });
      else if (item.kind === "submenu") {
        const submenu = user32.CreatePopupMenu();
        this.#fill(submenu, item.items);
        info.fill({ fMask: info.get("fMask") | MIIM_SUBMENU, hSubMenu: submenu });
      } else {
        info.fill({ fMask: info.get("fMask") | MIIM_ID, wID: this.#commands.push(item.id) });
        if (item.isRadio)
          info.fill({ fMask: info.get("fMask") | MIIM_FTYPE, fType: MFT_RADIOCHECK });
      }
      if (item.kind !== "separator" && item.icon !== null)
        info.fill({ fMask: info.get("fMask") | MIIM_BITMAP, hbmpItem: this.#bitmap(item.icon) });
      user32.InsertMenuItemW(menu, -1 >>> 0, true, info.bytes);
    }
  }

  #bitmap(icon: Uint8Array): number {
    const bitmap = menuBitmap(icon);
    this.#bitmaps.push(bitmap);
    return bitmap;
  }
}

/** The changeable properties of an existing item. */
function described(item: MenuItem): ReturnType<typeof MENUITEMINFOW.make> {
  if (item.kind === "separator") return MENUITEMINFOW.make({ cbSize: MENUITEMINFOW.size });
  const isChecked = item.kind === "action" && item.checked === true;
  return MENUITEMINFOW.make({
    cbSize: MENUITEMINFOW.size,
    fMask: MIIM_STATE | MIIM_STRING,
    fState: (item.enabled ? 0 : MFS_GRAYED) | (isChecked ? MFS_CHECKED : 0),
    dwTypeData: wide(label(item)),
  });
}

/** In a menu's text `&` precedes the access key, and a tab precedes the text at the right edge. */
function label(item: Exclude<MenuItem, { kind: "separator" }>): string {
  const own = item.text ?? (item.role === null ? "" : roleWord(item.role));
  const text = shown(own, limits.label).replaceAll("&", "&&").replaceAll("\t", " ");
  if (item.kind === "submenu" || item.accelerator === null) return text;
  return `${text}\t${acceleratorName(item.accelerator)}`;
}

function change(menu: number, items: readonly MenuItem[]): void {
  for (const [place, item] of items.entries()) {
    if (item.kind === "separator") continue;
    user32.SetMenuItemInfoW(menu, place, true, described(item).bytes);
    if (item.kind === "submenu") change(user32.GetSubMenu(menu, place), item.items);
  }
}

/** Windows redraws an open menu only under the moving pointer. */
function redrawMenus(): void {
  const thread = kernel32.GetCurrentThreadId();
  for (let window = 0; ;) {
    window = user32.FindWindowExW(0, window, menuClass, null);
    if (window === 0) return;
    if (user32.GetWindowThreadProcessId(window, null) === thread)
      user32.InvalidateRect(window, null, true);
  }
}
