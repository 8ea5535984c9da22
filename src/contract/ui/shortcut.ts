import type { Accelerator } from "../patterns/accelerator.ts";

export interface ShortcutCalls {
  /**
   * Registers a key combination, also while other programs have the keyboard focus. Settles when it
   * is registered; fails with `unavailable` when another program has it, or this session does not
   * support it.
   *
   * `text` is the app's spelling, for messages and for the desktop's question to its user.
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
