import type { MonitorState } from "../../contract/window/window.ts";
import { invoke } from "../invoke.ts";
import { PhysicalPosition, PhysicalSize } from "./window-units.ts";

export interface Monitor {
  /** The manufacturer's name for it, or `null`. */
  name: string | null;
  size: PhysicalSize;
  /** Of its top left corner, on the area of all screens. */
  position: PhysicalPosition;
  /**
   * The part that no taskbar, panel, menu bar or Dock covers. Wayland does not report it: there it
   * is the whole.
   */
  workArea: { position: PhysicalPosition; size: PhysicalSize };
  /** The pixels of the screen per logical pixel. */
  scaleFactor: number;
}

/**
 * The monitor of this window, or `null` when unknown.
 *
 * @example
 * const scale = (await currentMonitor())?.scaleFactor ?? 1;
 */
export async function currentMonitor(): Promise<Monitor | null> {
  return monitorOf(await invoke("window.currentMonitor", {}));
}

/**
 * The primary monitor of the desktop, or `null` when there is none, as on Wayland.
 *
 * @example
 * const first = (await primaryMonitor()) ?? (await currentMonitor());
 */
export async function primaryMonitor(): Promise<Monitor | null> {
  return monitorOf(await invoke("window.primaryMonitor", {}));
}

/**
 * All monitors.
 *
 * @example
 * for (const { name, size } of await availableMonitors())
 *   console.log(name, size.width, size.height);
 */
export async function availableMonitors(): Promise<Monitor[]> {
  return (await invoke("window.availableMonitors", {})).map((state) => monitorOf(state));
}

function monitorOf(state: MonitorState): Monitor;
function monitorOf(state: MonitorState | null): Monitor | null;
function monitorOf(state: MonitorState | null): Monitor | null {
  if (state === null) return null;
  const { name, workArea, scaleFactor } = state;
  return { name, ...areaOf(state), workArea: areaOf(workArea), scaleFactor };
}

function areaOf({ size, position }: MonitorState["workArea"]): Monitor["workArea"] {
  return {
    size: new PhysicalSize(size.width, size.height),
    position: new PhysicalPosition(position.x, position.y),
  };
}
