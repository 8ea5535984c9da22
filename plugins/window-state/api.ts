/**
 * The page half: remembers the state of windows, and restores it at the page's request.
 *
 * Needs `plugins.window-state.allowlist.save` or `.restore`.
 */
import { invoke } from "framework/api/invoke";
import { getCurrent } from "framework/api/window";

/** The parts of a window's state; several are joined by `|`. */
export const StateFlags = Object.freeze({
  SIZE: 1,
  POSITION: 2,
  MAXIMIZED: 4,
  VISIBLE: 8,
  DECORATIONS: 16,
  FULLSCREEN: 32,
  ALL: 63,
} as const);
export type StateFlags = number;

/**
 * Remembers the current state of all open windows.
 *
 * @example
 * await saveWindowState(StateFlags.SIZE | StateFlags.POSITION);
 */
export function saveWindowState(flags: StateFlags): Promise<void> {
  return invoke<void>("plugin:window-state|save_window_state" as string, { flags });
}

/**
 * Restores the remembered state of a window. Rejects with `not-found` for a label without an open
 * window.
 *
 * @example
 * await restoreState("main", StateFlags.ALL);
 */
export function restoreState(label: string, flags: StateFlags): Promise<void> {
  return invoke<void>("plugin:window-state|restore_state" as string, { label, flags });
}

/**
 * Restores the remembered state of this page's window.
 *
 * @example
 * await restoreStateCurrent(StateFlags.ALL);
 */
export function restoreStateCurrent(flags: StateFlags): Promise<void> {
  return restoreState(getCurrent().label, flags);
}
