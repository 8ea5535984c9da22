import type { WindowSpec } from "../../../contract/ui/index.ts";

const NSWindowStyleMaskTitled = 1 << 0;
const NSWindowStyleMaskClosable = 1 << 1;
const NSWindowStyleMaskMiniaturizable = 1 << 2;
const NSWindowStyleMaskResizable = 1 << 3;
const NSWindowStyleMaskFullScreen = 1 << 14;
const NSWindowStyleMaskFullSizeContentView = 1 << 15;

/** The style with a title bar. */
export const titled = NSWindowStyleMaskTitled;

/** The styles that AppKit makes fullscreen and zooms by itself. */
export const budgeted = NSWindowStyleMaskTitled | NSWindowStyleMaskResizable;

/**
 * The style that AppKit sets and clears in its own transitions; setting it elsewhere raises an
 * exception.
 */
export const fullScreen = NSWindowStyleMaskFullScreen;

/** The user's actions on a window, by its frame. */
export interface Look {
  readonly isDecorated: boolean;
  readonly isResizable: boolean;
  readonly isMaximizable: boolean;
  readonly isMinimizable: boolean;
  readonly isClosable: boolean;
  /** Its page continues under the title bar. */
  readonly isOverlaid: boolean;
}

export function lookOf(spec: WindowSpec): Look {
  return {
    isDecorated: spec.decorations,
    isResizable: spec.resizable,
    isMaximizable: spec.maximizable,
    isMinimizable: spec.minimizable,
    isClosable: spec.closable,
    isOverlaid: spec.titleBarStyle === "Overlay",
  };
}

/**
 * AppKit's style mask. A window without a title bar can also be minimized and resized by its edges.
 */
export function styleMaskOf(look: Look): number {
  return (
    (look.isDecorated ? NSWindowStyleMaskTitled : 0) |
    (look.isDecorated && look.isOverlaid ? NSWindowStyleMaskFullSizeContentView : 0) |
    (look.isClosable ? NSWindowStyleMaskClosable : 0) |
    (look.isMinimizable ? NSWindowStyleMaskMiniaturizable : 0) |
    (look.isResizable ? NSWindowStyleMaskResizable : 0)
  );
}
