import type { MenuItem } from "../../../contract/ui/index.ts";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import type { Address } from "../../ffi/signature.ts";
import { choosableItems } from "../../menu-shape.ts";
import { gobject } from "../lib/gobject.ts";
import { gtk } from "../lib/gtk.ts";
import { gtkKeys } from "./native-menu.ts";

const presses = new Held<() => void>("menu keys");

const pressed = callback("ppuuL>b", (_group, _window, _keyval, _modifiers, number) => {
  const press = presses.get(number);
  press?.();
  return press !== undefined;
});

/**
 * The accelerators of a window's menu. They belong to the window, not to its menu bar: GTK gives a
 * hidden bar no keys. GTK handles them before the page gets a key.
 */
export class KeyGroup implements Disposable {
  readonly #window: Address;
  readonly #group = gtk.gtk_accel_group_new();
  readonly #numbers: number[] = [];

  constructor(window: Address, items: readonly MenuItem[], choose: (id: string) => void) {
    this.#window = window;
    for (const { id, accelerator, takesKeys } of choosableItems(items)) {
      if (!takesKeys || accelerator === null) continue;
      const { keyval, mask } = gtkKeys(accelerator);
      const number = presses.add(() => choose(id));
      this.#numbers.push(number);
      const closure = gobject.g_cclosure_new(pressed(), number, null);
      gtk.gtk_accel_group_connect(this.#group, keyval, mask, 0, closure);
    }
    gtk.gtk_window_add_accel_group(window, this.#group);
  }

  [Symbol.dispose](): void {
    for (const number of this.#numbers) presses.take(number);
    gtk.gtk_window_remove_accel_group(this.#window, this.#group);
    gobject.g_object_unref(this.#group);
  }
}
