import { limits } from "../../../contract/limits.ts";
import type { MenuItem } from "../../../contract/ui/index.ts";
import { shown } from "../../shown-text.ts";
import type { NSMenu } from "../lib/menu.ts";
import { NSMenuItem } from "../lib/menu.ts";
import { fillMenu, makeMenu, type MenuEntry } from "../menu.ts";
import type { OwnedOf } from "../objc/object.ts";
import { methodOf, OwnClass } from "../objc/own-class.ts";
import { menuKeys } from "../shortcuts/menu-keys.ts";

export const targets = new OwnClass<TrayMenu>({
  name: "FrameworkTrayMenuTarget",
  methods: {
    "itemChosen:": methodOf<TrayMenu>()("@>v", (menu, item) => menu.chosen(NSMenuItem.at(item).send("tag"))),
  },
});

/** The menu of the icon. What changes in it while it is open is seen at once. */
export class TrayMenu implements Disposable {
  readonly menu: OwnedOf<typeof NSMenu>;
  readonly #target = targets.make(this);
  readonly #tell: (item: string) => void;
  readonly #items = new Map<number, string>();
  // Counted on from menu to menu: what is chosen must not mean an item that has come into its place.
  #lastTag = 0;

  constructor(items: readonly MenuItem[], tell: (item: string) => void) {
    this.#tell = tell;
    this.menu = makeMenu("", this.#entries(items));
  }

  set items(items: readonly MenuItem[]) {
    this.#items.clear();
    this.menu.send("removeAllItems");
    fillMenu(this.menu, this.#entries(items));
  }

  chosen(tag: number): void {
    const item = this.#items.get(tag);
    if (item !== undefined) this.#tell(item);
  }

  #entries(items: readonly MenuItem[]): MenuEntry[] {
    return items.map((item) => {
      if (item.kind === "separator") return item;
      const title = shown(item.text, limits.label);
      const isEnabled = item.enabled;
      if (item.kind === "submenu")
        return { kind: "submenu", title, isEnabled, entries: this.#entries(item.items) };
      const tag = ++this.#lastTag;
      this.#items.set(tag, item.id);
      return {
        kind: "action",
        title,
        isEnabled,
        isChecked: item.checked === true,
        keys: item.accelerator === null ? null : menuKeys(item.accelerator),
        action: "itemChosen:",
        target: this.#target,
        tag,
      };
    });
  }

  [Symbol.dispose](): void {
    this.menu.send("cancelTracking");
    this.menu[Symbol.dispose]();
    this.#target[Symbol.dispose]();
  }
}
