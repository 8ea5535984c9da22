import type { WindowState } from "../../../contract/window/window.ts";
import { cornerOf, pixelPosition, pixelSize } from "./screen-space.ts";
import type { NativeWindow } from "./window.ts";

/** Reads all there is to know of a window. */
export function readState(window: NativeWindow): WindowState {
  const { placement, visibility, look } = window;
  const { scale: scaleFactor, inner } = placement;
  const outer = window.window.send("frame");
  const place = (rect: typeof inner) => pixelPosition({ type: "Logical", ...cornerOf(rect) }, scaleFactor);
  const size = ({ width, height }: typeof inner) =>
    pixelSize({ type: "Logical", width, height }, scaleFactor);
  return {
    scaleFactor,
    innerPosition: place(inner),
    outerPosition: place(outer),
    innerSize: size(inner),
    outerSize: size(outer),
    isFullscreen: visibility.fullScreen.isAsked,
    isMinimized: visibility.isMinimized,
    isMaximized: visibility.isMaximized,
    isFocused: window.window.send("isKeyWindow"),
    isDecorated: look.isDecorated,
    isResizable: look.isResizable,
    isMaximizable: look.isMaximizable && look.isResizable,
    isMinimizable: look.isMinimizable,
    isClosable: look.isClosable,
    isVisible: visibility.isVisible,
    title: window.title,
    theme: window.theme,
  };
}
