import type { MonitorState, PixelPosition, WindowState } from "../../../contract/window/window.ts";

/** The parts of a window's state that can be remembered. */
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
 * The remembered state of a window. Its position and size are the normal ones, when it is neither
 * maximized nor fullscreen.
 */
export interface SavedWindow {
  /**
   * Of the outer frame, in pixels of the screen; `null`: the system reports no position (Wayland).
   */
  readonly position: PixelPosition | null;
  /**
   * Of the content area, in logical pixels: the same on a monitor of another scale. `null`: not
   * known yet.
   */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly isMaximized: boolean;
  readonly isFullscreen: boolean;
  readonly isVisible: boolean;
  readonly isDecorated: boolean;
}

/** The new remembered state of a window, from its current and its earlier one. */
export function savedWindow(
  state: WindowState,
  before: SavedWindow | null,
  canPlace: boolean,
): SavedWindow {
  const { isMaximized, isFullscreen, isVisible, isDecorated, isMinimized, innerSize, scaleFactor } =
    state;
  const { width, height } = innerSize;
  // A minimized window of Windows is at -32000, -32000, and a maximized or fullscreen one hides the
  // normal bounds.
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
 * Logical pixels of a title bar, and the part of it that must be on a monitor so that the user can
 * drag it.
 */
const titleBar = { height: 30, width: 100 };

/**
 * The position of a window, in pixels of the screen, and the size of its content area, in logical
 * ones.
 */
export interface FittingBounds {
  readonly position: PixelPosition;
  readonly size: { readonly width: number; readonly height: number };
}

/**
 * Bounds that fit the current monitors: the remembered ones, if the title bar stays visible;
 * otherwise the middle of the primary monitor, because its own may be gone. A window is never
 * larger than its monitor.
 *
 * @param frame the size that the frame adds to the content area, in pixels of the screen
 * @returns `null` when there is no basis for them
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
