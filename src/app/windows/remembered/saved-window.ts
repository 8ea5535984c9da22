import type { MonitorState, PixelPosition, WindowState } from "../../../contract/window/window.ts";

/** What can be remembered of a window. */
export const stateFlags = [
  "size",
  "position",
  "maximized",
  "visible",
  "decorations",
  "fullscreen",
] as const;

export type StateFlag = (typeof stateFlags)[number];

/**
 * What is remembered of a window. Its place and size are those that it has when it is not maximized
 * or fullscreen.
 */
export interface SavedWindow {
  /**
   * Of the outside, in pixels of the screen; `null`: the system tells no window its place
   * (Wayland).
   */
  readonly position: PixelPosition | null;
  /**
   * Of the inside, in logical pixels: the same on a monitor of another scale. `null`: it has not
   * been seen yet.
   */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly isMaximized: boolean;
  readonly isFullscreen: boolean;
  readonly isVisible: boolean;
  readonly isDecorated: boolean;
}

/** What is remembered of a window by what it is now, and by what was remembered before. */
export function savedWindow(
  state: WindowState,
  before: SavedWindow | null,
  canPlace: boolean,
): SavedWindow {
  const { isMaximized, isFullscreen, isVisible, isDecorated, isMinimized, innerSize, scaleFactor } =
    state;
  const { width, height } = innerSize;
  // A minimized window of Windows is at -32000, -32000, and what covers the screen hides the usual
  // bounds.
  const isUsual = !isMaximized && !isFullscreen && !isMinimized && width > 0 && height > 0;
  return {
    position: isUsual && canPlace ? { ...state.outerPosition } : (before?.position ?? null),
    size: isUsual
      ? { width: width / scaleFactor, height: height / scaleFactor }
      : (before?.size ?? null),
    isMaximized,
    isFullscreen,
    isVisible,
    isDecorated,
  };
}

/**
 * Logical pixels of a title bar, and how much of it must be on a monitor so that the user can take
 * hold of it.
 */
const titleBar = { height: 30, width: 100 };

/** Where a window goes, in pixels of the screen, and how large its inside is, in logical ones. */
export interface FittingBounds {
  readonly position: PixelPosition;
  readonly size: { readonly width: number; readonly height: number };
}

/**
 * Bounds that fit the monitors of now: the remembered ones, while the title bar can be seen; else
 * the middle of the primary monitor, for its own may be gone. A window is never larger than its
 * monitor.
 *
 * @param frame what the frame adds to the inside, in pixels of the screen
 * @returns `null` when there is nothing to go by
 */
export function fitting(
  { position, size }: SavedWindow,
  frame: { readonly width: number; readonly height: number },
  all: readonly MonitorState[],
  primary: number | null,
): FittingBounds | null {
  if (position === null || size === null) return null;
  const own = all.find((monitor) =>
    showsTitleBar(position, size.width * monitor.scaleFactor, monitor),
  );
  const monitor = own ?? all[primary ?? 0];
  if (monitor === undefined) return null;
  const scale = monitor.scaleFactor;
  const most = {
    width: (monitor.size.width - frame.width) / scale,
    height: (monitor.size.height - frame.height) / scale,
  };
  const fits = {
    width: Math.min(size.width, most.width),
    height: Math.min(size.height, most.height),
  };
  if (own !== undefined) return { position, size: fits };
  const middle = (start: number, length: number, inside: number, more: number): number =>
    Math.round(start + (length - inside * scale - more) / 2);
  return {
    position: {
      x: middle(monitor.position.x, monitor.size.width, fits.width, frame.width),
      y: middle(monitor.position.y, monitor.size.height, fits.height, frame.height),
    },
    size: fits,
  };
}

function showsTitleBar(
  { x, y }: PixelPosition,
  width: number,
  { position, size, scaleFactor }: MonitorState,
): boolean {
  const bar = titleBar.height * scaleFactor;
  const seen = Math.min(x + width, position.x + size.width) - Math.max(x, position.x);
  const isHigh = y >= position.y - bar / 2 && y + bar / 2 <= position.y + size.height;
  return isHigh && seen >= Math.min(width, titleBar.width * scaleFactor);
}
