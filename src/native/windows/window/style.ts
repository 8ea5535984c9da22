import { user32 } from "../lib/user32.ts";

const WS_POPUP = 0x8000_0000;
const WS_CAPTION = 0x00c0_0000;
const WS_SYSMENU = 0x0008_0000;
const WS_THICKFRAME = 0x0004_0000;
const WS_MINIMIZEBOX = 0x0002_0000;
const WS_MAXIMIZEBOX = 0x0001_0000;
const WS_CLIPCHILDREN = 0x0200_0000;
const WS_CLIPSIBLINGS = 0x0400_0000;
const WS_MAXIMIZE = 0x0100_0000;
const WS_MINIMIZE = 0x2000_0000;
const WS_VISIBLE = 0x1000_0000;
const WS_DISABLED = 0x0800_0000;

/** The styles that Windows changes by itself: a window that a dialog has disabled stays so. */
const own = WS_MAXIMIZE | WS_MINIMIZE | WS_VISIBLE | WS_DISABLED;

export const WS_EX_TRANSPARENT = 0x20;
export const WS_EX_LAYERED = 0x8_0000;
export const WS_EX_TOPMOST = 0x8;

export const GWL_STYLE = -16;
export const GWL_EXSTYLE = -20;

/** The properties of a frame. */
export interface Look {
  readonly isDecorated: boolean;
  readonly isResizable: boolean;
  readonly isMaximizable: boolean;
  readonly isMinimizable: boolean;
}

/**
 * The style of a window. One without decorations nevertheless has a frame for resizing and
 * snapping, which is removed when Windows queries the content area (`WM_NCCALCSIZE`).
 */
export function styleOf({ isDecorated, isResizable, isMaximizable, isMinimizable }: Look): number {
  let style =
    WS_CLIPCHILDREN | WS_CLIPSIBLINGS | WS_SYSMENU | (isDecorated ? WS_CAPTION : WS_POPUP);
  if (isResizable) style |= WS_THICKFRAME;
  // A window that cannot be resized has no such button.
  if (isMaximizable && isResizable) style |= WS_MAXIMIZEBOX;
  if (isMinimizable) style |= WS_MINIMIZEBOX;
  return style >>> 0;
}

/** The same without a frame of any kind. */
export function framelessStyleOf(look: Look): number {
  return (styleOf(look) & ~(WS_CAPTION | WS_THICKFRAME)) >>> 0;
}

/** Gives a window a style, except for the bits that Windows controls. */
export function applyStyle(window: number, style: number): void {
  const before = user32.GetWindowLongPtrW(window, GWL_STYLE);
  user32.SetWindowLongPtrW(window, GWL_STYLE, ((style & ~own) | (before & own)) >>> 0);
}

/** Clears the maximized state of a window that is about to be positioned by other means. */
export function forgetMaximized(window: number): void {
  const style = user32.GetWindowLongPtrW(window, GWL_STYLE);
  user32.SetWindowLongPtrW(window, GWL_STYLE, (style & ~WS_MAXIMIZE) >>> 0);
}

export function extendedStyle(window: number): number {
  return user32.GetWindowLongPtrW(window, GWL_EXSTYLE) >>> 0;
}

export function setExtendedStyle(window: number, style: number): void {
  user32.SetWindowLongPtrW(window, GWL_EXSTYLE, style >>> 0);
}
