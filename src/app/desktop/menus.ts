import type { MenuEntry, MenuItemChange } from "../../contract/menu.ts";
import { FrameworkError, plainError } from "../../contract/errors.ts";
import type { MenuItem } from "../../contract/ui/index.ts";
import { windowItemPrefix } from "../../contract/ui/menu.ts";
import { LockTable } from "../calls/lock-table.ts";
import type { Events } from "../events/events.ts";
import type { Ui } from "../ui.ts";
import type { Windows } from "../windows/windows.ts";
import {
  changeItem,
  fileIdPrefix,
  settleMenu,
  withRadioChosen,
  type MenuSurroundings,
} from "./menu-items.ts";
import type { MenuPlace } from "./menu-roles.ts";
import type { MenuChoice } from "./menu-choice.ts";
import type { RecentFiles } from "./recent-files.ts";
import type { RoleActions } from "./role-actions.ts";

export interface MenusOptions {
  readonly surroundings: MenuSurroundings;
  readonly ui: Ui;
  readonly events: Events;
  readonly windows: Windows;
  readonly roles: RoleActions;
  readonly recentFiles: RecentFiles;
  /** Receives errors of the app's own handlers. */
  readonly reportError: (error: unknown) => void;
}

/** The menus of the app and of its windows. Changes of a menu are made one after the other. */
export class Menus {
  readonly #options: MenusOptions;
  /** By window; `null`: the app's. */
  readonly #entries = new Map<string | null, readonly MenuEntry[]>();
  readonly #handlers = new Set<(choice: MenuChoice) => void>();
  readonly #changes = new LockTable();

  constructor(options: MenusOptions) {
    this.#options = options;
    options.recentFiles.onChange(() =>
      this.#try("showing the recent files", () => this.#showAgain()),
    );
  }

  /**
   * @param window its label; `null`: the app's menu. @param entries `null`: the window has the
   * app's menu, the app none
   */
  async set(window: string | null, entries: readonly MenuEntry[] | null): Promise<void> {
    await this.#change(window, () => this.#set(window, entries));
  }

  /** @throws FrameworkError `not-found` when the menu has no such item */
  async changeItem(window: string | null, id: string, change: MenuItemChange): Promise<void> {
    await this.#change(window, () =>
      this.#set(window, changeItem(this.#entries.get(window) ?? [], id, change)),
    );
  }

  /**
   * Shows a menu; settles with the id of the chosen item, or `null`. A menu with nothing to choose
   * is not shown.
   */
  async popup(
    window: string,
    entries: readonly MenuEntry[],
    at: { readonly x: number; readonly y: number } | null,
    signal?: AbortSignal,
  ): Promise<string | null> {
    const { ui, roles } = this.#options;
    const items = this.#settle("window.popupMenu", entries, "popup");
    // The systems would show an invisible menu, which takes the user's next click.
    if (items.every(({ kind }) => kind === "separator")) return null;
    const close = (): void => ui.tell("menu.close", { window });
    signal?.addEventListener("abort", close, { once: true });
    try {
      const chosen = await ui.call("menu.popup", { window, items, at });
      if (chosen === null || signal?.aborted === true) return null;
      const role = roles.roleOf(chosen);
      if (role === null && !this.#focusesWindow(chosen)) return chosen;
      if (role !== null) await roles.run(role, window);
      return null;
    } finally {
      signal?.removeEventListener("abort", close);
    }
  }

  /** The window and its menu are closed. */
  windowClosed(window: string): void {
    this.#entries.delete(window);
  }

  onChoose(handler: (choice: MenuChoice) => void): () => void {
    const own = (choice: MenuChoice): void => handler(choice);
    this.#handlers.add(own);
    return () => void this.#handlers.delete(own);
  }

  /** Handles a menu event of the ui thread. */
  chosen(window: string | null, item: string): void {
    const role = this.#options.roles.roleOf(item);
    if (role !== null) return this.#try(role, () => this.#options.roles.run(role, window));
    if (this.#focusesWindow(item)) return;
    if (item.startsWith(fileIdPrefix))
      return this.#tell({ id: "recentFiles", window, file: item.slice(fileIdPrefix.length) });
    this.#moveMark(window, item);
    this.#options.events.emit("framework://menu", item, window === null ? {} : { window });
    this.#tell({ id: item, window, file: null });
  }

  #tell(choice: MenuChoice): void {
    for (const handler of this.#handlers) {
      try {
        handler(choice);
      } catch (error) {
        this.#options.reportError(error);
      }
    }
  }

  #focusesWindow(item: string): boolean {
    if (!item.startsWith(windowItemPrefix)) return false;
    const { windows } = this.#options;
    const label = item.slice(windowItemPrefix.length);
    this.#try("windowList", async () => {
      for (const name of ["unminimize", "setFocus"] as const)
        await windows.apply(label, { name, value: null });
    });
    return true;
  }

  #moveMark(window: string | null, item: string): void {
    const owner = window !== null && this.#entries.has(window) ? window : null;
    const entries = withRadioChosen(this.#entries.get(owner) ?? [], item);
    if (entries !== null) this.#try(item, () => this.set(owner, entries));
  }

  async #set(window: string | null, entries: readonly MenuEntry[] | null): Promise<void> {
    const { ui, windows } = this.#options;
    const items = entries === null ? null : this.#settle("window.setMenu", entries, "bar");
    if (window !== null && !windows.labels.includes(window))
      throw new FrameworkError(
        "not-found",
        `Cannot set the menu of window "${window}": want an open one`,
      );
    await ui.call("menu.set", { window, items });
    if (entries === null) this.#entries.delete(window);
    else this.#entries.set(window, entries);
  }

  async #showAgain(): Promise<void> {
    for (const [window, entries] of this.#entries) await this.set(window, entries);
  }

  #settle(command: string, entries: readonly MenuEntry[], place: MenuPlace): readonly MenuItem[] {
    return settleMenu(command, entries, place, this.#options.surroundings);
  }

  #change(window: string | null, change: () => Promise<void>): Promise<void> {
    return this.#changes.run({ exclusive: [`menu ${window ?? ""}`], shared: [] }, change);
  }

  /** The action of an item runs unawaited. A window may close during it. */
  #try(what: string, task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      process.stderr.write(
        `framework: the menu item "${what}" failed: ${plainError(error).message}\n`,
      );
    });
  }
}
