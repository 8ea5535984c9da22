import type { MenuItem } from "../../contract/ui/index.ts";
import { plainItem, windowItemPrefix } from "../../contract/ui/menu.ts";
import type { SystemMenus, SystemWindow } from "../toolkit.ts";
import type { Window } from "./window/window.ts";

type Items = readonly MenuItem[];

/** The menu of each window, kept across app threads. */
export class ShellMenus<W extends SystemWindow> {
  readonly #menus: SystemMenus<W>;
  readonly #windows: ReadonlyMap<string, Window<W>>;
  /** By window; `null`: the app's. */
  readonly #set = new Map<string | null, Items>();
  // Menus of the previous app thread that this one has not set yet.
  #left = new Set<string | null>();

  constructor(menus: SystemMenus<W>, windows: ReadonlyMap<string, Window<W>>) {
    this.#menus = menus;
    this.#windows = windows;
  }

  set(window: string | null, items: Items | null): void {
    const before = this.#set.get(window);
    if (items === null) this.#set.delete(window);
    else this.#set.set(window, items);
    this.#left.delete(window);
    try {
      this.#show(window);
    } catch (error) {
      // A menu that cannot be shown must not stay.
      if (before === undefined) this.#set.delete(window);
      else this.#set.set(window, before);
      throw error;
    }
  }

  windowOpened(label: string): void {
    this.#windows.get(label)?.changeListeners.add(() => this.#menus.windowChanged?.());
    if (this.#menus.setApp === undefined && this.#set.has(null)) this.#showIn(label);
    this.#listAgain();
  }

  windowClosed(label: string): void {
    this.#set.delete(label);
    this.#left.delete(label);
    this.#listAgain();
  }

  windowRenamed(): void {
    this.#listAgain();
  }

  /** An app thread has left its menus to its successor. */
  leaveToNext(): void {
    this.#left = new Set(this.#set.keys());
  }

  /** Removes the menus that the app thread has not set. */
  dropLeft(): void {
    for (const window of this.#left) this.set(window, null);
  }

  /** The items as they are shown, with one for each window in a window list. */
  filled(items: Items): Items {
    return items.map((item) => {
      if (item.kind !== "submenu") return item;
      const isList = item.role === "windowList" && this.#menus.listsWindows !== true;
      return { ...item, items: isList ? this.#windowItems() : this.filled(item.items) };
    });
  }

  #windowItems(): Items {
    return [...this.#windows].map(([label, { title }]) =>
      plainItem(`${windowItemPrefix}${label}`, title),
    );
  }

  #listAgain(): void {
    if (this.#menus.listsWindows === true) return;
    for (const [window, items] of this.#set) if (listsWindows(items)) this.#show(window);
  }

  #show(window: string | null): void {
    if (window !== null) return this.#showIn(window);
    const items = this.#set.get(null);
    if (this.#menus.setApp !== undefined)
      return this.#menus.setApp(items === undefined ? null : this.filled(items));
    for (const label of this.#windows.keys()) if (!this.#set.has(label)) this.#showIn(label);
  }

  #showIn(label: string): void {
    const window = this.#windows.get(label);
    const ofApp = this.#menus.setApp === undefined ? this.#set.get(null) : undefined;
    const items = this.#set.get(label) ?? ofApp;
    if (window !== undefined)
      this.#menus.set(window.system, items === undefined ? null : this.filled(items));
  }
}

function listsWindows(items: Items): boolean {
  return items.some(
    (item) => item.kind === "submenu" && (item.role === "windowList" || listsWindows(item.items)),
  );
}
