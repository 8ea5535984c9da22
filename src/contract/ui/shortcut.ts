import type { Accelerator } from "../patterns/accelerator.ts";

export interface ShortcutCalls {
  /**
   * Takes a key combination, also while other programs have the keyboard. Settles when it is taken;
   * fails with `unavailable` when another program has it, or this session gives none away.
   *
   * `text` is how the app wrote it, for messages and for what the desktop asks its user.
   */
  "shortcut.register": (options: {
    readonly id: number;
    readonly accelerator: Accelerator;
    readonly text: string;
  }) => void;
  "shortcut.unregister": (options: { readonly id: number }) => void;
}

export interface ShortcutEvents {
  /** Once for each press, however long the keys are held. */
  "shortcut.pressed": { readonly id: number };
}
