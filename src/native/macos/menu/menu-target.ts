import { limits } from "../../../contract/limits.ts";
import type { MenuItem } from "../../../contract/ui/index.ts";
import { shown } from "../../shown-text.ts";
import { theApplication } from "../app/application.ts";
import { NSMenuItem } from "../lib/appkit/menu.ts";
import type { MenuEntry } from "../menu.ts";
import { methodOf, OwnClass } from "../objc/own-class.ts";
import type { Id } from "../objc/signature.ts";
import { menuKeys } from "../shortcuts/menu-keys.ts";
import { roleActions, roleWord } from "./role-words.ts";

export const targets = new OwnClass<MenuTarget>({
  name: "FrameworkMenuTarget",
  methods: {
    "itemChosen:": methodOf<MenuTarget>()("@>v", (menu, item) =>
      menu.chosen(NSMenuItem.at(item).send("tag")),
    ),
  },
});

/** The target of a menu's items. */
export class MenuTarget implements Disposable {
  readonly #target = targets.make(this);
  readonly #tell: (item: string) => void;
  readonly #items = new Map<number, string>();
  // Continues from menu to menu: an outdated choice must not mean a newer item.
  #lastTag = 0;

  constructor(tell: (item: string) => void) {
    this.#tell = tell;
  }

  chosen(tag: number): void {
    const item = this.#items.get(tag);
    if (item !== undefined) this.#tell(item);
  }

  /** The entries for items; earlier ones are forgotten. */
  entries(items: readonly MenuItem[]): MenuEntry[] {
    this.#items.clear();
    return this.#entries(items);
  }

  #entries(items: readonly MenuItem[]): MenuEntry[] {
    return items.map((item) => {
      if (item.kind === "separator") return item;
      const { role, icon, enabled: isEnabled } = item;
      const title = shown(item.text ?? (role === null ? "" : roleWord(role)), limits.label);
      if (item.kind === "submenu") {
        const fill =
          role === "windowList" ? listWindows : role === "services" ? listServices : null;
        const entries = this.#entries(item.items);
        return { kind: "submenu", title, isEnabled, icon, entries, ...(fill !== null && { fill }) };
      }
      const keys = item.accelerator === null ? null : menuKeys(item.accelerator);
      const same = {
        kind: "action",
        title,
        isEnabled,
        isChecked: item.checked === true,
        keys,
        icon,
      } as const;
      const ofSystem = role === null ? undefined : roleActions[role];
      if (ofSystem !== undefined) return { ...same, action: ofSystem, target: null, tag: 0 };
      const tag = ++this.#lastTag;
      this.#items.set(tag, item.id);
      return { ...same, action: "itemChosen:", target: this.#target, tag };
    });
  }

  [Symbol.dispose](): void {
    this.#target[Symbol.dispose]();
  }
}

function listWindows(menu: Id): void {
  theApplication().send("setWindowsMenu:", menu);
}

function listServices(menu: Id): void {
  theApplication().send("setServicesMenu:", menu);
}
