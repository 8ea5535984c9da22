import type { Monitors } from "../../../contract/ui/index.ts";
import type { MonitorState } from "../../../contract/window/window.ts";
import { callback } from "../../ffi/callback.ts";
import { shcore } from "../lib/shcore.ts";
import { MONITORINFOEXW, user32 } from "../lib/user32.ts";
import { wideTextIn } from "../wide-text.ts";
import { monitorNames } from "./monitor-names.ts";
import { areaOf, logicalDpi, type Area } from "./pixels.ts";

const MONITOR_DEFAULTTONEAREST = 2;
const MONITORINFOF_PRIMARY = 1;
const MDT_EFFECTIVE_DPI = 0;

/** A monitor and the part of it that no taskbar covers. */
export interface Screen {
  readonly full: Area;
  readonly work: Area;
  readonly isPrimary: boolean;
  /** What Windows calls it: `\\.\DISPLAY1`. */
  readonly device: string;
}

let handles: number[] = [];

const found = callback("lnpl>b", (monitor) => {
  handles.push(monitor);
  return true;
});

/** The monitors, and which of them is the window's. */
export function readMonitors(window: number): Monitors {
  handles = [];
  user32.EnumDisplayMonitors(0, null, found(), 0);
  const screens = handles.flatMap((handle) => {
    const screen = readScreen(handle);
    return screen === null ? [] : [{ handle, screen }];
  });
  const names = monitorNames();
  const placeOf = (wanted: (one: (typeof screens)[number]) => boolean): number | null => {
    const place = screens.findIndex(wanted);
    return place === -1 ? null : place;
  };
  const current = nearestMonitor(window);
  return {
    all: screens.map(({ handle, screen: { device, full } }): MonitorState => {
      const { x, y, width, height } = full;
      return {
        name: names.get(device) ?? null,
        size: { width, height },
        position: { x, y },
        scaleFactor: scaleOfMonitor(handle),
      };
    }),
    primary: placeOf(({ screen }) => screen.isPrimary),
    current: placeOf(({ handle }) => handle === current),
  };
}

/** The monitor with the larger part of a window, or the nearest one. */
export function screenOf(window: number): Screen {
  const nowhere = { x: 0, y: 0, width: 800, height: 600 };
  return readScreen(nearestMonitor(window)) ?? { full: nowhere, work: nowhere, isPrimary: true, device: "" };
}

function nearestMonitor(window: number): number {
  return user32.MonitorFromWindow(window, MONITOR_DEFAULTTONEAREST);
}

/** `null`: it was unplugged meanwhile. */
function readScreen(monitor: number): Screen | null {
  const info = MONITORINFOEXW.make({ cbSize: MONITORINFOEXW.size });
  if (user32.GetMonitorInfoW(monitor, info.bytes) === 0) return null;
  return {
    full: areaOf(info.inner("rcMonitor")),
    work: areaOf(info.inner("rcWork")),
    isPrimary: (info.get("dwFlags") & MONITORINFOF_PRIMARY) !== 0,
    device: wideTextIn(info.part("szDevice")),
  };
}

function scaleOfMonitor(monitor: number): number {
  const [across, down] = [new Uint32Array(1), new Uint32Array(1)];
  const result = shcore.GetDpiForMonitor(monitor, MDT_EFFECTIVE_DPI, across, down);
  return (result < 0 ? logicalDpi : (across[0] ?? logicalDpi)) / logicalDpi;
}
