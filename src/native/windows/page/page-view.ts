import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { PixelSize } from "../../../contract/window/window.ts";
import type { SystemView } from "../../toolkit.ts";

/** The web view of a window, as its window sees it. */
export interface WindowView extends SystemView {
  /** Whether the page is shown; called with every show, hide, minimize and restore. */
  setVisible(isVisible: boolean): void;
  /** The window's inside has this size, in pixels of the screen. */
  fill(size: PixelSize): void;
  /** The window was moved: the page's own pop-ups follow. */
  moved(): void;
  focus(): void;
}

/** Gives a window its view, by the HWND of the window. */
export interface MakeView {
  (spec: WindowSpec, window: number): WindowView;
}
