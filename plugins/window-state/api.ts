/**
 * The page half: what windows are like, remembered and given back when the page says so.
 *
 * Needs `plugins.window-state.allowlist.save` or `.restore`.
 */
import { invoke } from "framework/api/invoke";
import { getCurrent } from "framework/api/window";

/** What is remembered of a window; several are joined by `|`. */
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
 * Remembers what all open windows are like now.
 *
 * @example
 * await saveWindowState(StateFlags.SIZE | StateFlags.POSITION);
 */
export function saveWindowState(flags: StateFlags): Promise<void> {
  return invoke<void>("plugin:window-state|save_window_state" as string, { flags });
}

/**
 * Makes a window what is remembered of it. Rejects with `not-found` for a label of no open window.
 *
 * @example
 * await restoreState("main", StateFlags.ALL);
 */
export function restoreState(label: string, flags: StateFlags): Promise<void> {
  return invoke<void>("plugin:window-state|restore_state" as string, { label, flags });
}

/**
 * Makes the window of this page what is remembered of it.
 *
 * @example
 * await restoreStateCurrent(StateFlags.ALL);
 */
export function restoreStateCurrent(flags: StateFlags): Promise<void> {
  return restoreState(getCurrent().label, flags);
}
