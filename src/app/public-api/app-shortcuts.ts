import type { Services } from "../services.ts";

/**
 * Key combinations that the app hears wherever the keyboard is, such as `CommandOrControl+Shift+X`.
 * They are written as pages write them, and need no flag. A combination has one owner: what the app
 * has registered no page can have.
 */
export interface AppShortcuts {
  /**
   * Takes a key combination. Rejects with `bad-argument` for what is none, and with `unavailable`
   * when a page, another program or the session itself has it.
   *
   * - Wayland: the desktop asks its user, who may choose other keys or none.
   *
   * @param handler runs once for each press, and gets `shortcut` as it was written here
   */
  register(shortcut: string, handler: (shortcut: string) => void): Promise<void>;
  /** Whether this app has it: its own code, or one of its pages. */
  isRegistered(shortcut: string): boolean;
  /** Gives one back. What a page has registered stays. */
  unregister(shortcut: string): Promise<void>;
  /** Gives back all that the app's own code has registered. */
  unregisterAll(): Promise<void>;
}

/** @internal */
export function openAppShortcuts({ shortcuts }: Services): AppShortcuts {
  return {
    register: (shortcut, handler) => shortcuts.registerOwn(shortcut, handler),
    isRegistered: (shortcut) => shortcuts.isRegistered(shortcut),
    unregister: (shortcut) => shortcuts.unregister(shortcut, null),
    unregisterAll: () => shortcuts.unregisterAll(null),
  };
}
