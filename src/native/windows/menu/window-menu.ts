import type { MenuItem } from "../../../contract/ui/index.ts";
import type { MenuPlace } from "../../toolkit.ts";
import { user32 } from "../lib/user32.ts";
import { soon } from "../loop.ts";
import { scaleOf } from "../window/pixels.ts";
import { MenuKeys } from "./menu-keys.ts";
import { NativeMenu } from "./native-menu.ts";

const WM_SYSCOMMAND = 0x0112;
const SC_KEYMENU = 0xf100;
const VK_MENU = 0x12;
const VK_F10 = 0x79;
const wasDown = 1 << 30;

/** The window that a menu belongs to. */
export interface MenuWindow {
  readonly handle: number;
  /** Whether Windows draws a frame around it, which includes the menu bar. */
  readonly hasFrame: boolean;
  /**
   * Shows or hides the bar. `keepsPage`: the window grows and shrinks with it, and the page keeps
   * its size.
   */
  changeBar(isShown: boolean, keepsPage: boolean, change: () => void): void;
}

/** The menu bar of a window, its keys, and its context menus. */
export class WindowMenu implements Disposable {
  readonly #window: MenuWindow;
  readonly #choose: (item: string) => void;
  #items: readonly MenuItem[] = [];
  #bar: NativeMenu | null = null;
  #keys = new MenuKeys([]);
  #isShown = false;
  #popup: NativeMenu | null = null;
  /** Whether Alt was pressed, and no key since. */
  #isAltAlone = false;

  constructor(window: MenuWindow, choose: (item: string) => void) {
    this.#window = window;
    this.#choose = choose;
  }

  /** @throws FrameworkError `bad-argument` for an invalid picture */
  set items(items: readonly MenuItem[]) {
    if (this.#bar === null) this.#bar = items.length === 0 ? null : new NativeMenu("bar", items);
    else this.#bar.replace(items);
    this.#items = items;
    this.#keys = new MenuKeys(items);
    this.follow();
    if (this.#isShown) user32.DrawMenuBar(this.#window.handle);
  }

  /** Shows the bar if the window has a frame and a menu. */
  follow(keepsPage = true): void {
    const isShown = this.#window.hasFrame && this.#items.length > 0;
    if (isShown === this.#isShown) return;
    this.#isShown = isShown;
    this.#window.changeBar(isShown, keepsPage, () =>
      user32.SetMenu(this.#window.handle, isShown ? (this.#bar?.handle ?? 0) : 0),
    );
  }

  /** Handles the command number of `WM_COMMAND` for a chosen item of the bar. */
  command(number: number): void {
    const item = this.#bar?.chosen(number) ?? null;
    if (item !== null) this.#choose(item);
  }

  /**
   * Whether the menu used a key. The page has the keyboard focus in a process of its own, and its
   * engine asks here first. The action must wait until the engine has its answer.
   */
  keyPressed(code: number, parameter: number): boolean {
    this.#isAltAlone = code === VK_MENU;
    const item = this.#keys.itemFor(code);
    if (item !== null) {
      // The repeats of a held key are ignored.
      if ((parameter & wasDown) === 0) soon(() => this.#choose(item));
      return true;
    }
    if (code !== VK_F10 || this.#items.length === 0) return false;
    this.#openByKeyboard();
    return true;
  }

  /** Whether the key was Alt, pressed and released alone. */
  keyReleased(code: number): boolean {
    const isForMenu = code === VK_MENU && this.#isAltAlone && this.#items.length > 0;
    this.#isAltAlone = false;
    if (isForMenu) this.#openByKeyboard();
    return isForMenu;
  }

  #openByKeyboard(): void {
    user32.PostMessageW(this.#window.handle, WM_SYSCOMMAND, SC_KEYMENU, 0);
  }

  /** Opens the menu by the keyboard if there is no bar; with one, Windows does. */
  openWithoutBar(): boolean {
    if (this.#isShown || this.#items.length === 0) return false;
    void this.popup(this.#items, { x: 0, y: 0 }).then((item) => {
      if (item !== null) this.#choose(item);
    });
    return true;
  }

  popup(items: readonly MenuItem[], at: MenuPlace | null): Promise<string | null> {
    this.closePopup();
    const { handle } = this.#window;
    // The nested loop must not run inside of a call.
    return new Promise((resolve, reject) => {
      soon(() => {
        try {
          using menu = new NativeMenu("popup", items);
          this.#popup = menu;
          const { x, y } = at === null ? pointer() : onScreen(handle, at);
          const chosen = menu.open(x, y, handle);
          this.#popup = null;
          resolve(chosen);
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  closePopup(): void {
    this.#popup?.close();
    this.#popup = null;
  }

  [Symbol.dispose](): void {
    this.closePopup();
    // Windows destroys the window's own menu with it.
    user32.SetMenu(this.#window.handle, 0);
    this.#bar?.[Symbol.dispose]();
    this.#bar = null;
  }
}

function pointer(): { readonly x: number; readonly y: number } {
  const place = new Int32Array(new ArrayBuffer(8));
  user32.GetCursorPos(place);
  return { x: place[0] ?? 0, y: place[1] ?? 0 };
}

function onScreen(window: number, { x, y }: MenuPlace): { readonly x: number; readonly y: number } {
  const scale = scaleOf(window);
  const place = new Int32Array(new ArrayBuffer(8));
  place.set([Math.round(x * scale), Math.round(y * scale)]);
  user32.ClientToScreen(window, place);
  return { x: place[0] ?? 0, y: place[1] ?? 0 };
}
