import { limits } from "../../../contract/limits.ts";
import type { FileFilter } from "../../../contract/ui/index.ts";
import { shown } from "../../shown-text.ts";
import { NSPopUpButton } from "../lib/appkit/controls.ts";
import { NSMenu, NSMenuItem } from "../lib/appkit/menu.ts";
import { NSView } from "../lib/appkit/window.ts";
import type { Owned } from "../objc/object.ts";
import { methodOf, OwnClass } from "../objc/own-class.ts";
import { nsString } from "../objc/text.ts";

const viewFrame = { x: 0, y: 0, width: 320, height: 42 };
const menuFrame = { x: 10, y: 8, width: 300, height: 26 };

export const targets = new OwnClass<() => void>({
  name: "FrameworkKindMenuTarget",
  methods: { "kindChosen:": methodOf<() => void>()("n>v", (chosen) => chosen()) },
});

/** The menu of file types in a panel. */
export class KindMenu implements Disposable {
  readonly view: Owned<(typeof NSView)["instance"]>;
  readonly #held = new DisposableStack();
  readonly #button: Owned<(typeof NSPopUpButton)["instance"]>;

  /** @param selected the index of the initially selected type */
  constructor(kinds: readonly FileFilter[], selected: number, chosen: () => void) {
    this.view = this.#held.use(NSView.make("initWithFrame:", viewFrame));
    this.#button = this.#held.use(NSPopUpButton.make("initWithFrame:pullsDown:", menuFrame, false));
    this.#button.send("setTarget:", this.#held.use(targets.make(chosen)));
    this.#button.send("setAction:", "kindChosen:");
    const menu = this.#button.send("menu");
    for (const { name } of kinds) {
      // Not by the button's own method, which permits no duplicate titles; and without an action,
      // which would be sent in place of the button's.
      using item = NSMenuItem.make("init");
      item.send("setTitle:", nsString(shown(name, limits.title)));
      if (menu !== null) NSMenu.at(menu).send("addItem:", item);
    }
    this.#button.send("selectItemAtIndex:", selected);
    this.view.send("addSubview:", this.#button);
  }

  /** The index of the selected type. */
  get selected(): number {
    return this.#button.send("indexOfSelectedItem");
  }

  [Symbol.dispose](): void {
    this.#held.dispose();
  }
}
