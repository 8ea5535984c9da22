import type { MenuItem } from "../../contract/ui/index.ts";
import type { MenuPlace, SystemMenus } from "../toolkit.ts";
import type { MemoryWindow } from "./window.ts";

/** A menu that is shown over a page. */
interface MemoryPopup {
  readonly items: readonly MenuItem[];
  readonly at: MenuPlace | null;
  /** Chooses an item of it, or closes it. */
  readonly choose: (item: string | null) => void;
}

/** Menus that are records: as on Linux and Windows, each window shows its own. */
export class MemoryMenus implements SystemMenus<MemoryWindow> {
  readonly #shown = new Map<MemoryWindow, readonly MenuItem[]>();
  /** The menus over pages, by the labels of their windows. */
  readonly popups = new Map<string, MemoryPopup>();

  /** The menu of each window, by its label. */
  get shown(): ReadonlyMap<string, readonly MenuItem[]> {
    const open = [...this.#shown].filter(([{ isDestroyed }]) => !isDestroyed);
    return new Map(open.map(([{ spec }, items]) => [spec.label, items]));
  }

  set(window: MemoryWindow, items: readonly MenuItem[] | null): void {
    if (items === null) this.#shown.delete(window);
    else this.#shown.set(window, items);
  }

  popup(
    { spec: { label } }: MemoryWindow,
    items: readonly MenuItem[],
    at: MenuPlace | null,
  ): Promise<string | null> {
    this.popups.get(label)?.choose(null);
    return new Promise((resolve) => {
      const choose = (item: string | null): void => {
        this.popups.delete(label);
        resolve(item);
      };
      this.popups.set(label, { items, at, choose });
    });
  }

  closePopup({ spec: { label } }: MemoryWindow): void {
    this.popups.get(label)?.choose(null);
  }
}
