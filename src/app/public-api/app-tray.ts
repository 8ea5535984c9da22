import type { TrayClick } from "../../contract/ui/index.ts";
import type { TrayItemChange, TrayMenuEntry } from "./app-menu.ts";

/**
 * The app's icon in the system tray. `framework.systemTray` adds it, with a menu to show and hide
 * the windows and to quit; a left click shows or hides them, too. Without that setting, `setIcon`
 * adds it.
 *
 * Settings that are made without an icon apply to the next one.
 *
 * Pages receive `framework://tray` and `framework://menu`, and can change nothing.
 *
 * The app ends with its last window, with or without a tray icon, unless its own code calls
 * `app.endWithLastWindow(false)`. Hidden windows are not closed.
 */
export interface AppTray {
  /**
   * Shows this icon, also if there was none. Rejects with `bad-argument` when it is no picture.
   * @param icon a picture, or its path; a relative one begins in the folder that the app was
   *   started in, which for a built app can be any
   */
  setIcon(icon: Uint8Array | string): Promise<void>;
  /**
   * Shows the icon again that `remove` removed: the one of `framework.systemTray`, or of `setIcon`.
   * Rejects with `bad-argument` when there has been none.
   */
  show(): Promise<void>;
  /** Removes the icon. Windows that it hid stay hidden. */
  remove(): Promise<void>;
  /** The meaning of the icon. macOS shows it beside the icon. */
  setTitle(title: string | null): Promise<void>;
  /** Shown when the pointer rests on the icon. Default: the title. */
  setTooltip(tooltip: string | null): Promise<void>;
  /** Replaces the menu. The default one is permanently gone. */
  setMenu(menu: readonly TrayMenuEntry[]): Promise<void>;
  /** Changes an item of the menu that `setMenu` set. */
  changeItem(id: string, change: TrayItemChange): Promise<void>;
  /** Runs for each click on the icon, in place of showing and hiding the windows. */
  onClick(handler: (click: TrayClick) => void): void;
  /** Runs for each chosen item. */
  onMenu(handler: (id: string) => void): void;
}
