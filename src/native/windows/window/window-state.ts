import type { WindowState } from "../../../contract/window/window.ts";
import { user32 } from "../lib/user32.ts";
import { scaleOf } from "./pixels.ts";
import type { NativeWindow } from "./window.ts";

/** Reads all there is to know of a window. */
export function readState(window: NativeWindow): WindowState {
  const { placement, inner, outer } = window;
  const { isDecorated, isResizable, isMaximizable, isMinimizable } = placement.look;
  return {
    scaleFactor: scaleOf(window.handle),
    innerPosition: { x: inner.x, y: inner.y },
    outerPosition: { x: outer.x, y: outer.y },
    innerSize: { width: inner.width, height: inner.height },
    outerSize: { width: outer.width, height: outer.height },
    isFullscreen: placement.isFullscreen,
    isMinimized: placement.isMinimized,
    isMaximized: placement.isMaximized,
    isFocused: user32.GetForegroundWindow() === window.handle,
    isDecorated,
    isResizable,
    isMaximizable: isMaximizable && isResizable,
    isMinimizable,
    isClosable: window.isClosable,
    isVisible: placement.isVisible,
    title: window.title,
    theme: window.theme,
  };
}
