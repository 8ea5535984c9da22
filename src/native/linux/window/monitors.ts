import type { Monitors } from "../../../contract/ui/index.ts";
import type { MonitorState } from "../../../contract/window/window.ts";
import type { Address } from "../../ffi/signature.ts";
import { windowSystem } from "./display.ts";
import { gdk } from "../lib/gdk.ts";
import { physicalPosition, physicalSize, rectangle, surfaceOf } from "./surface.ts";

/** The monitors, and the one of the window. */
export function readMonitors(window: Address): Monitors {
  const display = gdk.gdk_display_get_default();
  if (display === null) return { all: [], primary: null, current: null, canPlace: false };
  const count = gdk.gdk_display_get_n_monitors(display);
  const addresses = Array.from({ length: count }, (_, index) =>
    gdk.gdk_display_get_monitor(display, index),
  ).filter((address) => address !== null);
  const placeOf = (address: Address | null): number | null => {
    const place = address === null ? -1 : addresses.indexOf(address);
    return place === -1 ? null : place;
  };
  return {
    all: addresses.map(readMonitor),
    primary: placeOf(gdk.gdk_display_get_primary_monitor(display)),
    current: placeOf(gdk.gdk_display_get_monitor_at_window(display, surfaceOf(window))),
    canPlace: windowSystem() !== "wayland",
  };
}

function readMonitor(monitor: Address): MonitorState {
  const { x, y, width, height } = rectangle((area) => gdk.gdk_monitor_get_geometry(monitor, area));
  const scaleFactor = gdk.gdk_monitor_get_scale_factor(monitor);
  // Wayland does not report panels.
  const work = rectangle((area) => gdk.gdk_monitor_get_workarea(monitor, area));
  return {
    name: gdk.gdk_monitor_get_model(monitor),
    size: physicalSize({ width, height }, scaleFactor),
    position: physicalPosition({ x, y }, scaleFactor),
    workArea: {
      position: physicalPosition(work, scaleFactor),
      size: physicalSize(work, scaleFactor),
    },
    scaleFactor,
  };
}
