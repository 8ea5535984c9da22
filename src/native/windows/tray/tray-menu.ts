import { limits } from "../../../contract/limits.ts";
import type { MenuItem } from "../../../contract/ui/index.ts";
import { shown } from "../../shown-text.ts";
import { hiddenWindow } from "../hidden-window.ts";
import { kernel32 } from "../lib/kernel32.ts";
import { MENUITEMINFOW, user32 } from "../lib/user32.ts";
import { acceleratorName } from "../shortcuts/key-names.ts";
import { wide } from "../wide-text.ts";

const MIIM_STATE = 1;
const MIIM_ID = 2;
const MIIM_SUBMENU = 4;
const MIIM_STRING = 0x40;
const MIIM_FTYPE = 0x100;
const MFT_SEPARATOR = 0x800;
const MFS_GRAYED = 3;
const MFS_CHECKED = 8;
const TPM_RIGHTBUTTON = 2;
const TPM_RETURNCMD = 0x100;
const WM_NULL = 0;
const menuClass = wide("#32768");

/** A menu that is on the screen, or about to be. */
export class TrayMenu implements Disposable {
  readonly #handle: number;
  /** What each command stands for: their numbers count from 1. */
  readonly #commands: string[] = [];
  #items: readonly MenuItem[];

  constructor(items: readonly MenuItem[]) {
    this.#items = items;
    this.#handle = this.#make(items);
  }

  /**
   * Shows it until something is chosen or it is closed: the item's identifier, or `null`. Windows runs a loop of its own
   * meanwhile, in which everything else of the app goes on.
   */
  open(x: number, y: number): string | null {
    // Without the first it would not close when the user clicks elsewhere, without the second not a second time.
    // Source: Microsoft's reference for TrackPopupMenu.
    user32.SetForegroundWindow(hiddenWindow());
    const command = user32.TrackPopupMenuEx(
      this.#handle,
      TPM_RIGHTBUTTON | TPM_RETURNCMD,
      x,
      y,
      hiddenWindow(),
      null,
    );
    user32.PostMessageW(hiddenWindow(), WM_NULL, 0, 0);
    const chosen = this.#commands[command - 1];
    // It may have been disabled or taken away while it was on the screen.
    return chosen !== undefined && isChoosable(this.#items, chosen) ? chosen : null;
  }

  /**
   * The menu as it is now. Texts, marks and what is disabled change on the screen; where items came or went, the menu
   * stays as it was opened.
   */
  set items(items: readonly MenuItem[]) {
    const isSame = haveSameShape(items, this.#items);
    this.#items = items;
    if (!isSame) return;
    change(this.#handle, items);
    redrawMenus();
  }

  /** Closes it, as if the user had. */
  close(): void {
    user32.EndMenu();
  }

  [Symbol.dispose](): void {
    user32.DestroyMenu(this.#handle);
  }

  #make(items: readonly MenuItem[]): number {
    const menu = user32.CreatePopupMenu();
    for (const [place, item] of items.entries()) {
      const info = described(item);
      if (item.kind === "separator") info.fill({ fMask: MIIM_FTYPE, fType: MFT_SEPARATOR });
      else if (item.kind === "submenu")
        info.fill({ fMask: info.get("fMask") | MIIM_SUBMENU, hSubMenu: this.#make(item.items) });
      else info.fill({ fMask: info.get("fMask") | MIIM_ID, wID: this.#commands.push(item.id) });
      user32.InsertMenuItemW(menu, place, true, info.bytes);
    }
    return menu;
  }
}

/** What may change of an item that is there. */
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

/** In a menu's text `&` stands before the letter that chooses the item, and a tab before what is at the right edge. */
function label(item: Exclude<MenuItem, { kind: "separator" }>): string {
  const text = shown(item.text, limits.label).replaceAll("&", "&&").replaceAll("\t", " ");
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

/** Windows draws an open menu anew where the pointer comes by. */
function redrawMenus(): void {
  const thread = kernel32.GetCurrentThreadId();
  for (let window = 0; ;) {
    window = user32.FindWindowExW(0, window, menuClass, null);
    if (window === 0) return;
    if (user32.GetWindowThreadProcessId(window, null) === thread) user32.InvalidateRect(window, null, true);
  }
}

function haveSameShape(one: readonly MenuItem[], other: readonly MenuItem[]): boolean {
  return (
    one.length === other.length &&
    one.every((item, place) => {
      const same = other[place];
      if (item.kind === "submenu") return same?.kind === "submenu" && haveSameShape(item.items, same.items);
      if (item.kind === "action") return same?.kind === "action" && item.id === same.id;
      return same?.kind === "separator";
    })
  );
}

function isChoosable(items: readonly MenuItem[], id: string): boolean {
  return items.some((item) => {
    if (item.kind === "submenu") return item.enabled && isChoosable(item.items, id);
    return item.kind === "action" && item.id === id && item.enabled;
  });
}
