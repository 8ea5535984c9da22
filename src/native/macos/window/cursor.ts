import { FrameworkError } from "../../../contract/errors.ts";
import type { CursorIcon } from "../../../contract/window/window.ts";
import { coreGraphics } from "../lib/core-graphics.ts";
import { NSCursor } from "../lib/appkit/cursor.ts";
import type { Point } from "../objc/signature.ts";
import { warnUnsupported } from "./display.ts";
import { reasons } from "./unsupported.ts";

type CursorName = Exclude<keyof typeof NSCursor.class, "hide" | "unhide">;

/** AppKit's own cursors; `null`: it has none of this kind. */
const cursors: { readonly [I in CursorIcon]: CursorName | null } = {
  default: "arrowCursor",
  crosshair: "crosshairCursor",
  hand: "pointingHandCursor",
  arrow: "arrowCursor",
  move: null,
  text: "IBeamCursor",
  wait: null,
  help: null,
  progress: null,
  notAllowed: "operationNotAllowedCursor",
  contextMenu: "contextualMenuCursor",
  cell: "crosshairCursor",
  verticalText: "IBeamCursorForVerticalLayout",
  alias: "dragLinkCursor",
  copy: "dragCopyCursor",
  noDrop: "operationNotAllowedCursor",
  grab: "openHandCursor",
  grabbing: "closedHandCursor",
  allScroll: null,
  zoomIn: null,
  zoomOut: null,
  eResize: "resizeRightCursor",
  nResize: "resizeUpCursor",
  neResize: null,
  nwResize: null,
  sResize: "resizeDownCursor",
  seResize: null,
  swResize: null,
  wResize: "resizeLeftCursor",
  ewResize: "resizeLeftRightCursor",
  nsResize: "resizeUpDownCursor",
  neswResize: null,
  nwseResize: null,
  colResize: "resizeLeftRightCursor",
  rowResize: "resizeUpDownCursor",
};

/**
 * The pointer of one window while it is active. A cursor that the page sets for an element of its
 * own, such as a link, takes precedence.
 */
export class Cursor {
  #icon: CursorName | null = null;
  #isVisible = true;
  #isHeld = false;
  #isUsed = false;
  // AppKit counts hide calls.
  #isHidden = false;

  set icon(icon: CursorIcon) {
    const name = cursors[icon];
    if (name === null) {
      warnUnsupported(`the cursor "${icon}"`, reasons.cursor);
    } else {
      this.#icon = name;
      this.#show();
    }
  }

  set isVisible(isVisible: boolean) {
    this.#isVisible = isVisible;
    this.#show();
  }

  #show(): void {
    if (this.#isUsed && this.#icon !== null) NSCursor.at(NSCursor.send(this.#icon)).send("set");
    const isHidden = this.#isUsed && !this.#isVisible;
    if (isHidden === this.#isHidden) return;
    this.#isHidden = isHidden;
    NSCursor.send(isHidden ? "hide" : "unhide");
  }

  /**
   * Freezes the pointer, because macOS cannot confine it to an area. Movements are still reported.
   */
  hold(isHeld: boolean, isOnScreen: boolean): void {
    if (isHeld && !isOnScreen) {
      throw new FrameworkError(
        "unavailable",
        "Cannot keep the pointer inside the window: it must be on the screen",
      );
    }
    this.#isHeld = isHeld;
    this.#connect();
  }

  #connect(): void {
    coreGraphics.CGAssociateMouseAndMouseCursorPosition(this.#isUsed && this.#isHeld ? 0 : 1);
  }

  /** The window has become active, or inactive. */
  follow(isUsed: boolean): void {
    this.#isUsed = isUsed;
    if (this.#isHeld) this.#connect();
    this.#show();
  }

  /** Moves the pointer to a position on the screen, in points. */
  move({ x, y }: Point): void {
    coreGraphics.CGWarpMouseCursorPosition(x, y);
    // Otherwise the mouse has no effect for a quarter of a second.
    this.#connect();
  }

  /** The window is closed. */
  release(): void {
    this.follow(false);
    this.#isHeld = false;
  }
}
