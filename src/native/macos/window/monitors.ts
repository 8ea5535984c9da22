import type { Monitors } from "../../../contract/ui/index.ts";
import type { MonitorState } from "../../../contract/window/window.ts";
import type { Address } from "../../ffi/signature.ts";
import { NSScreen } from "../lib/appkit/screen.ts";
import { itemsOf } from "../objc/array.ts";
import type { Rect } from "../objc/signature.ts";
import { textOf } from "../objc/text.ts";
import { cornerOf, pixelPosition, pixelSize } from "./screen-space.ts";

/** The monitors, and the one of a window with this frame. */
export function readMonitors(window: Rect): Monitors {
  const screens = itemsOf(NSScreen.send("screens"));
  const frames = screens.map((screen) => NSScreen.at(screen).send("frame"));
  return {
    all: screens.map(readMonitor),
    // AppKit lists the one with the menu bar first.
    primary: screens.length === 0 ? null : 0,
    current: nearest(window, frames),
    canPlace: true,
  };
}

/** The part without menu bar and Dock, on the screen of a window with this frame. */
export function visibleFrameAt(window: Rect): Rect {
  const screens = itemsOf(NSScreen.send("screens")).map((screen) => NSScreen.at(screen));
  const current = nearest(
    window,
    screens.map((screen) => screen.send("frame")),
  );
  return screens[current ?? -1]?.send("visibleFrame") ?? { x: 0, y: 0, width: 800, height: 600 };
}

// AppKit has no screen for a hidden window.
function nearest(window: Rect, screens: readonly Rect[]): number | null {
  const [best] = screens
    .map((screen, place) => ({
      place,
      shared: sharedArea(window, screen),
      distance: distance(window, screen),
    }))
    .toSorted((one, other) => other.shared - one.shared || one.distance - other.distance);
  return best?.place ?? null;
}

function sharedArea(one: Rect, other: Rect): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(width, 0) * Math.max(height, 0);
}

function distance(one: Rect, other: Rect): number {
  const across = Math.max(other.x - one.x - one.width, one.x - other.x - other.width, 0);
  const down = Math.max(other.y - one.y - one.height, one.y - other.y - other.height, 0);
  return Math.hypot(across, down);
}

function readMonitor(address: Address): MonitorState {
  const screen = NSScreen.at(address);
  const scaleFactor = screen.send("backingScaleFactor");
  const inPixels = (frame: Rect): MonitorState["workArea"] => ({
    size: pixelSize({ type: "Logical", width: frame.width, height: frame.height }, scaleFactor),
    position: pixelPosition({ type: "Logical", ...cornerOf(frame) }, scaleFactor),
  });
  return {
    name: textOf(screen.send("localizedName")),
    ...inPixels(screen.send("frame")),
    workArea: inPixels(screen.send("visibleFrame")),
    scaleFactor,
  };
}
