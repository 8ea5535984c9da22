import { readFileSync } from "node:fs";
import type {
  MenuEntry,
  MenuFolderEntry,
  MenuItemChange,
  MenuItemEntry,
} from "../../contract/menu.ts";
import type { MenuChoice } from "../desktop/menu-choice.ts";
import { during } from "../paths/path-problem.ts";
import type { Services } from "../services.ts";

/** An entry of the tray's menu: the same as of any other menu. */
export type TrayMenuEntry = MenuEntry;
export type TrayMenuItem = MenuItemEntry;
export type TrayMenuFolder = MenuFolderEntry;
export type TrayItemChange = MenuItemChange;

/**
 * The app's menu: macOS shows it in the menu bar of the screen, behind the application menu that
 * every app has; Linux and Windows show it in each window without a menu of its own
 * (`window.setMenu`). `framework.menu` sets it before the first window opens.
 *
 * The page of the window receives `framework://menu` with the id of the item,
 * `appWindow.onMenuClicked` in its API.
 */
export interface AppMenu {
  /**
   * Replaces the menu; `null`: there is none, on macOS the standard one. Rejects with
   * `bad-argument` for an invalid menu, without a change.
   *
   * @example
   * const open = { id: "open", text: "Open…", accelerator: "CmdOrCtrl+O" };
   * await app.menu.set([
   *   { text: "File", items: [open, { role: "quit" }] },
   *   { text: "Edit", items: [{ role: "copy" }, { role: "paste" }] },
   * ]);
   */
  set(entries: readonly MenuEntry[] | null): Promise<void>;
  /** Changes an item of the menu. Rejects with `not-found` when it has no such item. */
  changeItem(id: string, change: MenuItemChange): Promise<void>;
  /**
   * Runs for each chosen item of the app's menu and of the windows' menus; returns a function that
   * removes the handler.
   */
  onChoose(handler: (choice: MenuChoice) => void): () => void;
  /**
   * Puts a file at the beginning of the menu of the role `recentFiles`, which keeps ten of them
   * across the runs of the app. `onChoose` receives the id `recentFiles`, and the path as `file`.
   */
  addRecentFile(path: string): void;
  clearRecentFiles(): void;
}

/** @internal */
export function openAppMenu({ menus, recentFiles }: Services): AppMenu {
  return {
    set: async (entries) =>
      await menus.set(null, entries === null ? null : await withPictures(entries)),
    changeItem: async (id, change) => await menus.changeItem(null, id, await withPicture(change)),
    onChoose: (handler) => menus.onChoose(handler),
    addRecentFile: (path) => recentFiles.add(path),
    clearRecentFiles: () => recentFiles.clear(),
  };
}

/** The entries with the bytes of their pictures in place of paths. */
export async function withPictures(entries: readonly MenuEntry[]): Promise<readonly MenuEntry[]> {
  // The following check reports an invalid menu.
  if (!Array.isArray(entries)) return entries;
  return await Promise.all(
    (entries as readonly MenuEntry[]).map(async (entry) => {
      if (typeof entry !== "object" || entry === null) return entry;
      const own = await withPicture(entry);
      return "items" in own ? { ...own, items: await withPictures(own.items) } : own;
    }),
  );
}

export async function withPicture<T extends object>(entry: T): Promise<T> {
  const { icon } = entry as { readonly icon?: unknown };
  if (typeof icon !== "string") return entry;
  return { ...entry, icon: await during("read", icon, () => readFileSync(icon)) };
}
