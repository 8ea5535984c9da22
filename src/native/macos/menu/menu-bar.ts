import type { MenuItem } from "../../../contract/ui/index.ts";
import { theApplication } from "../app/application.ts";
import { barOf } from "../app/main-menu.ts";
import type { NSMenu } from "../lib/appkit/menu.ts";
import type { OwnedOf } from "../objc/object.ts";
import { withPool } from "../objc/pool.ts";
import { MenuTarget } from "./menu-target.ts";

/** The menus of an app or a window in the menu bar of the screen, after the application menu. */
export class MenuBar implements Disposable {
  readonly #target: MenuTarget;
  readonly #bar: OwnedOf<typeof NSMenu>;

  /** @throws FrameworkError `bad-argument` for an invalid picture */
  constructor(appName: string, items: readonly MenuItem[], choose: (item: string) => void) {
    this.#target = new MenuTarget(choose);
    this.#bar = withPool(() => barOf(appName, this.#target.entries(items), hasRole(items, "copy")));
  }

  show(): void {
    theApplication().send("setMainMenu:", this.#bar);
  }

  [Symbol.dispose](): void {
    this.#bar[Symbol.dispose]();
    this.#target[Symbol.dispose]();
  }
}

function hasRole(items: readonly MenuItem[], role: string): boolean {
  return items.some(
    (item) =>
      item.kind !== "separator" &&
      (item.role === role || (item.kind === "submenu" && hasRole(item.items, role))),
  );
}
