import type { MonitorState } from "../../contract/window/window.ts";
import { invoke } from "../invoke.ts";
import { PhysicalPosition, PhysicalSize } from "./window-units.ts";

export interface Monitor {
  /** What its maker calls it, or `null`. */
  name: string | null;
  size: PhysicalSize;
  /** Of its top left corner, on the whole of all screens. */
  position: PhysicalPosition;
  /**
   * The part that no taskbar, panel, menu bar or Dock covers. Wayland does not tell: there it is
   * the whole.
   */
  workArea: { position: PhysicalPosition; size: PhysicalSize };
  /** How many pixels of the screen are one logical pixel. */
  scaleFactor: number;
}

/**
 * The monitor this window is on, or `null` when that is not known.
 *
 * @example
 * const scale = (await currentMonitor())?.scaleFactor ?? 1;
 */
export async function currentMonitor(): Promise<Monitor | null> {
  return monitorOf(await invoke("window.currentMonitor", {}));
}

/**
 * The monitor the desktop calls its first, or `null` when it names none, as on Wayland.
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
 * @example for (const { name, size } of await availableMonitors()) console.log(name, size.width,
 * size.height);
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
