import type { MenuItem } from "../../../contract/ui/index.ts";
import { choosableItems } from "../../menu-shape.ts";
import { user32 } from "../lib/user32.ts";
import { virtualKey } from "../shortcuts/virtual-keys.ts";

const isPressed = 0x8000;

// In the order of `virtualKey`'s modifiers, each with its keys.
const modifierKeys = [
  [1, [0x12]],
  [2, [0x11]],
  [4, [0x10]],
  [8, [0x5b, 0x5c]],
] as const;

/** The keys of a window's menu, and the items that they choose. */
export class MenuKeys {
  readonly #items = new Map<string, string>();

  constructor(items: readonly MenuItem[]) {
    for (const { id, accelerator, takesKeys } of choosableItems(items)) {
      const key = takesKeys && accelerator !== null ? virtualKey(accelerator) : null;
      if (key !== null) this.#items.set(`${key.modifiers} ${key.code}`, id);
    }
  }

  /** The item for a key with the currently held modifiers; `null`: none. */
  itemFor(code: number): string | null {
    if (this.#items.size === 0) return null;
    const held = modifierKeys.reduce(
      (mask, [bit, keys]) =>
        keys.some((key) => (user32.GetKeyState(key) & isPressed) !== 0) ? mask | bit : mask,
      0,
    );
    return this.#items.get(`${held} ${code}`) ?? null;
  }
}
