import type { TrayClick } from "../../contract/ui/index.ts";
import type { TrayItemChange, TrayMenuEntry } from "./app-menu.ts";

/**
 * The app's icon in the system tray. `framework.systemTray` puts it there, with a menu to show and
 * hide the windows and to quit; a left click shows or hides them, too. Without that setting,
 * `setIcon` does.
 *
 * What is set while there is no icon holds for the one that comes.
 *
 * Pages hear `framework://tray` and `framework://menu`, and can change nothing.
 *
 * The app ends with its last window, tray or not, unless its own code says
 * `app.endWithLastWindow(false)`. Hidden windows are not closed.
 */
export interface AppTray {
  /**
   * Shows this icon, also where there was none. Rejects with `bad-argument` when it is no picture.
   * @param icon a picture, or its path
   */
  setIcon(icon: Uint8Array | string): Promise<void>;
  /**
   * Shows the icon again that `remove` took away: the one of `framework.systemTray`, or of
   * `setIcon`. Rejects with `bad-argument` when there has been none.
   */
  show(): Promise<void>;
  /** Takes the icon away. Windows that were hidden by it stay hidden. */
  remove(): Promise<void>;
  /** What the icon stands for. macOS shows it beside the icon. */
  setTitle(title: string | null): Promise<void>;
  /** Shown when the pointer rests on the icon. Default: the title. */
  setTooltip(tooltip: string | null): Promise<void>;
  /** Replaces the menu. The default one is gone for good. */
  setMenu(menu: readonly TrayMenuEntry[]): Promise<void>;
  /** Changes an item of the menu that `setMenu` made. */
  changeItem(id: string, change: TrayItemChange): Promise<void>;
  /** Runs for each click on the icon, in place of showing and hiding the windows. */
  onClick(handler: (click: TrayClick) => void): void;
  /** Runs for each item that is chosen. */
  onMenu(handler: (id: string) => void): void;
}
