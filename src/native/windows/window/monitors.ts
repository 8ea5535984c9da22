import type { Monitors } from "../../../contract/ui/index.ts";
import type { MonitorState } from "../../../contract/window/window.ts";
import { callback } from "../../ffi/callback.ts";
import { shcore } from "../lib/shcore.ts";
import { APPBARDATA, shell32 } from "../lib/shell32.ts";
import { MONITORINFOEXW, user32 } from "../lib/user32.ts";
import { wideTextIn } from "../wide-text.ts";
import { monitorNames } from "./monitor-names.ts";
import { areaOf, cornersOf, logicalDpi, type Area, type Rect } from "./pixels.ts";

const MONITOR_DEFAULTTONEAREST = 2;
const MONITORINFOF_PRIMARY = 1;
const MDT_EFFECTIVE_DPI = 0;
const ABM_GETAUTOHIDEBAREX = 11;
const ABE_LEFT = 0;
const ABE_TOP = 1;
const ABE_RIGHT = 2;
const ABE_BOTTOM = 3;

/** A monitor and the part of it that no taskbar covers. */
export interface Screen {
  readonly full: Area;
  readonly work: Area;
  readonly isPrimary: boolean;
  /** Windows' name for it: `\\.\DISPLAY1`. */
  readonly device: string;
}

const nowhere = { x: 0, y: 0, width: 800, height: 600 };
const noScreen: Screen = { full: nowhere, work: nowhere, isPrimary: true, device: "" };

let handles: number[] = [];

const found = callback("lnpl>b", (monitor) => {
  handles.push(monitor);
  return true;
});

/** The monitors, and the one of the window. */
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
    all: screens.map(({ handle, screen: { device, full, work } }): MonitorState => {
      const { x, y, width, height } = full;
      return {
        name: names.get(device) ?? null,
        size: { width, height },
        position: { x, y },
        workArea: {
          position: { x: work.x, y: work.y },
          size: { width: work.width, height: work.height },
        },
        scaleFactor: scaleOfMonitor(handle),
      };
    }),
    primary: placeOf(({ screen }) => screen.isPrimary),
    current: placeOf(({ handle }) => handle === current),
    canPlace: true,
  };
}

/** The monitor with the larger part of a window, or the nearest one. */
export function screenOf(window: number): Screen {
  return readScreen(nearestMonitor(window)) ?? noScreen;
}

/** The monitor with the larger part of an area, or the nearest one. */
export function screenAt({ bytes }: Rect): Screen {
  return readScreen(user32.MonitorFromRect(bytes, MONITOR_DEFAULTTONEAREST)) ?? noScreen;
}

/**
 * The area that a maximized window may cover: all but the last pixels at the edge of an auto-hide
 * taskbar, because it appears only for a pointer over no window.
 */
export function workArea({ full, work }: Screen): Area {
  const isHiddenAt = (uEdge: number): boolean => {
    const bar = APPBARDATA.make({ cbSize: APPBARDATA.size, uEdge, rc: cornersOf(full) });
    return shell32.SHAppBarMessage(ABM_GETAUTOHIDEBAREX, bar.bytes) !== 0;
  };
  const [left, top, right, bottom] = [ABE_LEFT, ABE_TOP, ABE_RIGHT, ABE_BOTTOM].map((edge) =>
    isHiddenAt(edge) ? 1 : 0,
  ) as [number, number, number, number];
  return {
    x: work.x + left,
    y: work.y + top,
    width: work.width - left - right,
    height: work.height - top - bottom,
  };
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
