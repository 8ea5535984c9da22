import type { EditRole, MenuRole } from "../menu.ts";
import type { Accelerator } from "../patterns/accelerator.ts";

/** An entry of a menu, settled. */
export type MenuItem =
  | {
      readonly kind: "action";
      /** Comes back when it is chosen. */
      readonly id: string;
      /**
       * What it stands for, with the system's word and its own way to do it; `null`: an item of the
       * app's.
       */
      readonly role: MenuRole | null;
      /** `null`: the system's word for the role. */
      readonly text: string | null;
      readonly enabled: boolean;
      /** `null`: it has no mark. */
      readonly checked: boolean | null;
      /** Its mark is that of one in a group. */
      readonly isRadio: boolean;
      /** Shown beside the text. */
      readonly accelerator: Accelerator | null;
      /** Whether the keys choose it while its window has the keyboard. */
      readonly takesKeys: boolean;
      readonly icon: Uint8Array | null;
    }
  | { readonly kind: "separator" }
  | {
      readonly kind: "submenu";
      /** `null`: the system's word for the role. */
      readonly text: string | null;
      /**
       * `windowList`: it gets an item for each open window, with the label behind
       * `windowItemPrefix` as its id.
       */
      readonly role: MenuRole | null;
      readonly enabled: boolean;
      readonly icon: Uint8Array | null;
      readonly items: readonly MenuItem[];
    };

/** An item that is only a text to choose. */
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

/** What a window does when a role of its menu is chosen. */
export type WindowAct = EditRole | "reload" | "devTools";

export interface MenuCalls {
  /**
   * Sets the menu of a window, or that of the app (`window: null`): macOS shows it in its bar, the
   * others in each window that has none of its own. `items: null`: the window has the app's, the
   * app the system's or none; `[]`: none at all. Fails with `bad-argument` when a picture cannot be
   * read.
   */
  "menu.set": (options: {
    readonly window: string | null;
    readonly items: readonly MenuItem[] | null;
  }) => void;
  /**
   * Shows a menu in a window until something is chosen: its identifier, or `null`.
   * @param at logical pixels from the page's upper left corner; `null`: at the pointer
   */
  "menu.popup": (options: {
    readonly window: string;
    readonly items: readonly MenuItem[];
    readonly at: { readonly x: number; readonly y: number } | null;
  }) => string | null;
  /** Closes what `menu.popup` shows in a window, as if the user had. */
  "menu.close": (options: { readonly window: string }) => void;
  "window.act": (options: { readonly window: string; readonly act: WindowAct }) => void;
}

export interface MenuEvents {
  /**
   * An item of a menu bar was chosen, or its keys were pressed. `null`: no window has the keyboard.
   */
  "menu.chosen": { readonly window: string | null; readonly item: string };
}
