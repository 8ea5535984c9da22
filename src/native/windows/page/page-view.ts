import type { EditRole } from "../../../contract/menu.ts";
import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { PixelSize } from "../../../contract/window/window.ts";
import type { SystemView } from "../../toolkit.ts";

/** The web view of a window, as its window sees it. */
export interface WindowView extends SystemView {
  /** Whether the page is visible; called at every show, hide, minimize and restore. */
  setVisible(isVisible: boolean): void;
  /** The window's content area has this size, in pixels of the screen. */
  fill(size: PixelSize): void;
  /** The window was moved: the page's own pop-ups follow. */
  moved(): void;
  focus(): void;
  /**
   * The engine's background colour of the page, as a COREWEBVIEW2_COLOR; `null`: white. Set before
   * `open`.
   */
  background: number | null;
  /** The app or the user has chosen another theme. */
  followTheme(): void;
  /** Performs the edit command of a menu role on the focused text. */
  edit(role: EditRole): void;
  /** Receives keys before the page does. */
  keys: KeyListener | null;
}

/** Handles keys before the page gets them. Returns whether it used the key. */
export interface KeyListener {
  /** @param parameter that of `WM_KEYDOWN` */
  keyPressed(code: number, parameter: number): boolean;
  keyReleased(code: number): boolean;
}

/** Gives a window its view, by the HWND of the window. */
export interface MakeView {
  (spec: WindowSpec, window: number): WindowView;
}
