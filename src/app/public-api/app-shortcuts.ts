import type { Services } from "../services.ts";

/**
 * Key combinations that the app receives globally, such as `CommandOrControl+Shift+X`. Their
 * notation is that of pages, and they need no flag. A combination has one owner: a page cannot
 * register one that the app has.
 */
export interface AppShortcuts {
  /**
   * Registers a key combination. Rejects with `bad-argument` for an invalid one, and with
   * `unavailable` when a page, another program or the session itself has it.
   *
   * - Wayland: the desktop asks its user, who may choose other keys or none.
   *
   * @param handler runs once for each press, and gets `shortcut` in the notation of this call
   */
  register(shortcut: string, handler: (shortcut: string) => void): Promise<void>;
  /** Whether this app has it: its own code, or one of its pages. */
  isRegistered(shortcut: string): boolean;
  /** Unregisters one. Combinations of pages stay. */
  unregister(shortcut: string): Promise<void>;
  /** Unregisters all combinations of the app's own code. */
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
