import type { PixelPosition, PixelSize, WindowState } from "../../../contract/window/window.ts";
import { windowSystem } from "./display.ts";
import { titleBarHeight } from "./drawn-frame.ts";
import { gdk } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { frameOf, originOf, physicalPosition, physicalSize, scaleOf, surfaceOf } from "./surface.ts";
import { currentTheme } from "./theme.ts";
import type { NativeWindow } from "./window.ts";

const GDK_WINDOW_STATE_ICONIFIED = 1 << 1;
const GDK_WINDOW_STATE_MAXIMIZED = 1 << 2;
const GDK_WINDOW_STATE_FULLSCREEN = 1 << 4;

/** Reads all there is to know of a window. */
export function readState(window: NativeWindow): WindowState {
  const { address } = window;
  const scale = scaleOf(address);
  const state = gdk.gdk_window_get_state(surfaceOf(address));
  return {
    scaleFactor: scale,
    innerPosition: physicalPosition(originOf(address), scale),
    outerPosition: outerPosition(window),
    innerSize: innerSize(window),
    outerSize: outerSize(window),
    isFullscreen: (state & GDK_WINDOW_STATE_FULLSCREEN) !== 0,
    isMinimized: (state & GDK_WINDOW_STATE_ICONIFIED) !== 0,
    isMaximized: (state & GDK_WINDOW_STATE_MAXIMIZED) !== 0,
    isFocused: gtk.gtk_window_is_active(address) !== 0,
    isDecorated: gtk.gtk_window_get_decorated(address) !== 0,
    isResizable: window.isResizable,
    // Window managers know no such wish; what cannot be resized cannot be maximized.
    isMaximizable: window.isResizable,
    isMinimizable: true,
    isClosable: gtk.gtk_window_get_deletable(address) !== 0,
    isVisible: gtk.gtk_widget_get_visible(address) !== 0,
    title: window.title,
    theme: currentTheme(),
  };
}

/** The inside, in pixels of the screen. */
export function innerSize({ address, view }: NativeWindow): PixelSize {
  // The view's, because the window's own may include a title bar that GTK draws.
  const size = {
    width: gtk.gtk_widget_get_allocated_width(view.address),
    height: gtk.gtk_widget_get_allocated_height(view.address),
  };
  return physicalSize(size, scaleOf(address));
}

/** The window with its frame, in pixels of the screen. */
function outerSize(window: NativeWindow): PixelSize {
  const scale = scaleOf(window.address);
  if (windowSystem() !== "wayland") return physicalSize(frameOf(window.address), scale);
  // For GDK the shadow counts, too.
  const { width, height } = innerSize(window);
  return { width, height: height + titleBarHeight(window) * scale };
}

/** Where the window begins with its frame, in pixels of the screen. */
export function outerPosition({ address }: NativeWindow): PixelPosition {
  const { x, y } = frameOf(address);
  return physicalPosition({ x, y }, scaleOf(address));
}
