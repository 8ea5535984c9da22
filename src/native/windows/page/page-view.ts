import type { AgainScripts } from "../../../contract/ui/index.ts";
import type { PixelSize, WindowState } from "../../../contract/window/window.ts";
import type { Documents, ViewOwner } from "../../page/documents.ts";

/** The web view of a window, as its window sees it. */
export interface WindowView {
  readonly documents: Documents;
  /** Whether the page is shown; called with every show, hide, minimize and restore. */
  setVisible(isVisible: boolean): void;
  /** The window's inside has this size, in pixels of the screen. */
  fill(size: PixelSize): void;
  /** The window was moved: the page's own pop-ups follow. */
  moved(): void;
  focus(): void;
  preferTheme(theme: WindowState["theme"] | null): void;
  reopen(scripts: AgainScripts): void;
  refuseAll(): void;
  print(): void;
  toggleInspector(): void;
  evaluate(script: string, pages: readonly string[] | null): void;
  /**
   * Settles with whether the page may be left.
   *
   * @param question asks the user
   */
  mayLeave(question: () => Promise<boolean>): Promise<boolean>;
  close(): void;
}

/** Gives a window its view, by the HWND of the window. */
export interface MakeView {
  (owner: ViewOwner, window: number): WindowView;
}
