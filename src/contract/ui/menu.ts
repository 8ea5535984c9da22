import type { EditRole, MenuRole } from "../menu.ts";
import type { Accelerator } from "../patterns/accelerator.ts";

/** An entry of a menu, settled. */
export type MenuItem =
  | {
      readonly kind: "action";
      /** Reported when it is chosen. */
      readonly id: string;
      /** The built-in item, with the system's label and behaviour; `null`: an item of the app's. */
      readonly role: MenuRole | null;
      /** `null`: the system's label for the role. */
      readonly text: string | null;
      readonly enabled: boolean;
      /** `null`: it has no mark. */
      readonly checked: boolean | null;
      /** It is marked as one of a radio group. */
      readonly isRadio: boolean;
      /** Shown beside the text. */
      readonly accelerator: Accelerator | null;
      /** Whether its keys choose it while its window has the keyboard focus. */
      readonly takesKeys: boolean;
      readonly icon: Uint8Array | null;
    }
  | { readonly kind: "separator" }
  | {
      readonly kind: "submenu";
      /** `null`: the system's label for the role. */
      readonly text: string | null;
      /**
       * `windowList`: it gets an item for each open window, whose id is `windowItemPrefix` and the
       * label.
       */
      readonly role: MenuRole | null;
      readonly enabled: boolean;
      readonly icon: Uint8Array | null;
      readonly items: readonly MenuItem[];
    };

/** An item with only a text. */
export function plainItem(id: string, text: string): MenuItem {
  return {
    kind: "action",
    id,
    role: null,
    text,
    enabled: true,
    checked: null,
    isRadio: false,
    accelerator: null,
    takesKeys: false,
    icon: null,
  };
}

export const windowItemPrefix = "framework:window:";

/** The action of a window when a role of its menu is chosen. */
export type WindowAct = EditRole | "reload" | "devTools";

export interface MenuCalls {
  /**
   * Sets the menu of a window, or that of the app (`window: null`): macOS shows it in its menu bar,
   * the others in each window without a menu of its own. `items: null`: the window uses the app's,
   * the app the system's or none; `[]`: none at all. Fails with `bad-argument` when a picture
   * cannot be read.
   */
  "menu.set": (options: {
    readonly window: string | null;
    readonly items: readonly MenuItem[] | null;
  }) => void;
  /**
   * Shows a menu in a window; settles with the identifier of the chosen item, or `null`.
   * @param at logical pixels from the page's upper left corner; `null`: at the pointer
   */
  "menu.popup": (options: {
    readonly window: string;
    readonly items: readonly MenuItem[];
    readonly at: { readonly x: number; readonly y: number } | null;
  }) => string | null;
  /** Closes the menu of `menu.popup` in a window, as the user would. */
  "menu.close": (options: { readonly window: string }) => void;
  "window.act": (options: { readonly window: string; readonly act: WindowAct }) => void;
}

export interface MenuEvents {
  /**
   * An item of a menu bar was chosen, or its keys were pressed. `null`: no window has the keyboard
   * focus.
   */
  "menu.chosen": { readonly window: string | null; readonly item: string };
}
