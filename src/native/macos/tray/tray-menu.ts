import type { MenuItem } from "../../../contract/ui/index.ts";
import type { NSMenu } from "../lib/appkit/menu.ts";
import { fillMenu, makeMenu } from "../menu.ts";
import { MenuTarget } from "../menu/menu-target.ts";
import type { OwnedOf } from "../objc/object.ts";

/** The menu of the icon. Changes are visible at once while it is open. */
export class TrayMenu implements Disposable {
  readonly menu: OwnedOf<typeof NSMenu>;
  readonly #target: MenuTarget;

  constructor(items: readonly MenuItem[], tell: (item: string) => void) {
    this.#target = new MenuTarget(tell);
    this.menu = makeMenu("", this.#target.entries(items));
  }

  set items(items: readonly MenuItem[]) {
    this.menu.send("removeAllItems");
    fillMenu(this.menu, this.#target.entries(items));
  }

  [Symbol.dispose](): void {
    this.menu.send("cancelTracking");
    this.menu[Symbol.dispose]();
    this.#target[Symbol.dispose]();
  }
}
