/**
 * The page half: moves this window to an edge of the screen, or beside the tray icon.
 *
 * Needs `plugins.positioner.allowlist.move`.
 */
import { invoke } from "framework/api/invoke";
import type { Offset, Position } from "./position.ts";

export { Position, type Offset } from "./position.ts";

/**
 * Moves this window, within the part of its monitor that no taskbar, panel, menu bar or Dock
 * covers. Rejects with `unavailable` if windows cannot be moved (Wayland), and for a position at
 * the tray before its icon was clicked.
 *
 * @example
 * await moveWindow(Position.BottomRight, { x: -16, y: -16 });
 */
export function moveWindow(to: Position, offset: Offset = {}): Promise<void> {
  return invoke("plugin:positioner|move_window" as string, { position: to, offset });
}

export { moveWindow as move_window };
