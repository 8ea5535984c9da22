import type { NSWindow } from "./ns-window.ts";

// The state of all windows of the app: the visible ones, from front to back, and the one with the
// keyboard focus.

const shown: NSWindow[] = [];
let key: NSWindow | null = null;
let isActive = false;

export const windowsOnScreen = (): readonly NSWindow[] => shown;
export const keyWindow = (): NSWindow | null => key;
export const isAppActive = (): boolean => isActive;

export function bringToFront(window: NSWindow): void {
  takeOffScreen(window);
  shown.unshift(window);
}

export function sendToBack(window: NSWindow): void {
  takeOffScreen(window);
  shown.push(window);
}

export function takeOffScreen(window: NSWindow): void {
  const place = shown.indexOf(window);
  if (place >= 0) shown.splice(place, 1);
}

/** Gives the keyboard to a window. While the app is not active, it will have it when it is. */
export function makeKey(window: NSWindow | null): void {
  if (key === window) return;
  const before = key;
  key = window;
  if (!isActive) return;
  if (before !== null && !before.isFreed) before.lostKey();
  if (key === window) window?.gotKey();
}

/** Gives the keyboard to the window in front that takes it, when the one that had it has gone. */
export function passKeyOn(gone: NSWindow): void {
  if (key === gone) makeKey(shown.find((window) => window !== gone && window.takesKeys) ?? null);
}

/** The user begins or ends to use the app. */
export function setActive(active: boolean): void {
  if (isActive === active) return;
  isActive = active;
  if (active) {
    key ??= shown.find((window) => window.takesKeys) ?? null;
    key?.gotKey();
  } else key?.lostKey();
}
