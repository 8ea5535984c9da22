import { readFileSync } from "node:fs";
import type { ResolvedConfig } from "../../config/index.ts";
import { FrameworkError, plainError } from "../../contract/errors.ts";
import type { MenuItem, TrayClick, TraySpec } from "../../contract/ui/index.ts";
import type { AppTray } from "../public-api/app-tray.ts";
import { LockTable } from "../calls/lock-table.ts";
import type { Events } from "../events/events.ts";
import type { MenuEntry, MenuItemChange } from "../../contract/menu.ts";
import {
  changeItem,
  hideAll,
  quit,
  settleMenu,
  showAll,
  withRadioChosen,
  type MenuSurroundings,
} from "./menu-items.ts";
import type { RoleActions } from "./role-actions.ts";
import { during } from "../paths/path-problem.ts";
import type { Ui } from "../ui.ts";
import type { Windows } from "../windows/windows.ts";

export interface TrayOptions {
  readonly config: ResolvedConfig;
  readonly surroundings: MenuSurroundings;
  readonly roles: RoleActions;
  readonly ui: Ui;
  readonly events: Events;
  readonly windows: Windows;
}

const defaultMenu: readonly MenuEntry[] = [
  { id: showAll, text: "Show" },
  { id: hideAll, text: "Hide" },
  { separator: true },
  { id: quit, text: "Quit" },
];

/** Changes of the icon are made one after the other: a failed one does not undo a later one. */
export class Tray implements AppTray {
  readonly #surroundings: MenuSurroundings;
  readonly #roles: RoleActions;
  readonly #ui: Ui;
  readonly #events: Events;
  readonly #windows: Windows;
  readonly #id: string;
  readonly #settings: ResolvedConfig["framework"]["systemTray"];
  #icon: Uint8Array | null = null;
  #isRemoved = false;
  #title: string | null;
  #tooltip: string | null = null;
  #menu = defaultMenu;
  #clicked: ((click: TrayClick) => void) | null = null;
  #chosen: ((id: string) => void) | null = null;
  readonly #changes = new LockTable();
  /** The windows that the tray has hidden: the app itself hides others. */
  readonly #hidden = new Set<string>();

  constructor({ config, surroundings, roles, ui, events, windows }: TrayOptions) {
    this.#surroundings = surroundings;
    this.#roles = roles;
    this.#ui = ui;
    this.#events = events;
    this.#windows = windows;
    this.#id = config.framework.bundle.identifier;
    this.#settings = config.framework.systemTray;
    this.#title = this.#settings?.title ?? config.package.productName;
  }

  setIcon(icon: Uint8Array | string): Promise<void> {
    return this.#change(() => this.#setIcon(icon));
  }

  async #setIcon(icon: Uint8Array | string): Promise<void> {
    const before = [this.#icon, this.#isRemoved] as const;
    this.#icon =
      typeof icon === "string" ? await during("read", icon, () => readFileSync(icon)) : icon;
    this.#isRemoved = false;
    try {
      await this.#update();
    } catch (error) {
      // An unusable icon must not stay.
      [this.#icon, this.#isRemoved] = before;
      throw error;
    }
  }

  show(): Promise<void> {
    return this.#change(async () => {
      if (this.#icon === null) {
        throw new FrameworkError(
          "bad-argument",
          'Cannot show the icon in the tray: give it a picture by "setIcon", or in framework.systemTray',
        );
      }
      this.#isRemoved = false;
      await this.#update();
    });
  }

  remove(): Promise<void> {
    return this.#change(async () => {
      this.#isRemoved = true;
      await this.#ui.call("tray.remove", {});
    });
  }

  setTitle(title: string | null): Promise<void> {
    return this.#change(async () => {
      this.#title = title;
      await this.#update();
    });
  }

  setTooltip(tooltip: string | null): Promise<void> {
    return this.#change(async () => {
      this.#tooltip = tooltip;
      await this.#update();
    });
  }

  setMenu(menu: readonly MenuEntry[]): Promise<void> {
    return this.#change(() => this.#setMenu(menu));
  }

  async #setMenu(menu: readonly MenuEntry[]): Promise<void> {
    // An unusable menu must not stay.
    this.#settle(menu);
    this.#menu = menu;
    await this.#update();
  }

  changeItem(id: string, change: MenuItemChange): Promise<void> {
    return this.#change(() => this.#setMenu(changeItem(this.#menu, id, change)));
  }

  #change(change: () => Promise<void>): Promise<void> {
    return this.#changes.run({ exclusive: ["tray"], shared: [] }, change);
  }

  onClick(handler: (click: TrayClick) => void): void {
    this.#clicked = handler;
  }

  onMenu(handler: (id: string) => void): void {
    this.#chosen = handler;
  }

  /** Handles a click that the ui thread reports. */
  clicked(click: TrayClick): void {
    this.#events.emit("framework://tray", click);
    if (this.#clicked !== null) this.#clicked(click);
    else if (click.click === "left") this.#try(() => this.#toggleWindows());
  }

  /** Handles a chosen menu item that the ui thread reports. */
  chosen(id: string): void {
    if (id === showAll) this.#try(() => this.#showWindows());
    else if (id === hideAll) this.#try(() => this.#hideWindows());
    else if (id === quit) this.#try(() => this.#roles.run("quit", null));
    else if (this.#roles.roleOf(id) !== null) this.#try(() => this.#runRole(id));
    else {
      const moved = withRadioChosen(this.#menu, id);
      if (moved !== null) this.#try(() => this.setMenu(moved));
      this.#events.emit("framework://menu", id);
      this.#chosen?.(id);
    }
  }

  async #runRole(id: string): Promise<void> {
    const role = this.#roles.roleOf(id);
    if (role !== null) await this.#roles.run(role, null);
  }

  #settle(menu: readonly MenuEntry[]): readonly MenuItem[] {
    return settleMenu("tray.setMenu", menu, "tray", this.#surroundings);
  }

  async #update(): Promise<void> {
    if (this.#icon === null || this.#isRemoved) return;
    const spec: TraySpec = {
      id: this.#id,
      icon: this.#icon,
      title: this.#title,
      tooltip: this.#tooltip,
      menu: this.#settle(this.#menu),
      iconAsTemplate: this.#settings?.iconAsTemplate ?? false,
      menuOnLeftClick: this.#settings?.menuOnLeftClick ?? true,
    };
    await this.#ui.call("tray.show", spec);
  }

  async #toggleWindows(): Promise<void> {
    const states = await Promise.all(
      this.#windows.labels.map((label) => this.#windows.read(label)),
    );
    const isShown = states.some(({ isVisible, isMinimized }) => isVisible && !isMinimized);
    await (isShown ? this.#hideWindows() : this.#showWindows());
  }

  async #hideWindows(): Promise<void> {
    for (const label of this.#windows.labels) {
      if (!(await this.#windows.read(label)).isVisible) continue;
      this.#hidden.add(label);
      await this.#windows.apply(label, { name: "hide", value: null });
    }
  }

  async #showWindows(): Promise<void> {
    const open = this.#windows.labels;
    const own = open.filter((label) => this.#hidden.has(label));
    this.#hidden.clear();
    for (const label of own.length > 0 ? own : open) {
      const { isVisible, isMinimized } = await this.#windows.read(label);
      if (!isVisible) await this.#windows.apply(label, { name: "show", value: null });
      if (isMinimized) await this.#windows.apply(label, { name: "unminimize", value: null });
      await this.#windows.apply(label, { name: "setFocus", value: null });
    }
  }

  /** The action of a click runs unawaited. A window may close during it. */
  #try(task: () => Promise<void>): void {
    task().catch((error: unknown) => {
      process.stderr.write(`framework: a click on the tray failed: ${plainError(error).message}\n`);
    });
  }
}
