import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { glib } from "../lib/glib.ts";

// WebKitGTK gives the window its pages in buffers of the graphics processor. With NVIDIA's own
// driver, from 2.42 up to at least 2.52, that leaves windows blank on X11 and often ends the app on
// Wayland ("Error 71"). Sources: https://github.com/tauri-apps/tauri/issues/9394,
// https://github.com/tauri-apps/tauri/issues/10702, https://github.com/wailsapp/wails/issues/4985.

/** Makes the engine draw pages by the processor. */
const drawsWithout = "WEBKIT_DISABLE_DMABUF_RENDERER";

/** The variables by which users settle this themselves, with any value. */
const settled = [
  drawsWithout,
  "WEBKIT_DMABUF_RENDERER_FORCE_SHM",
  "WEBKIT_DISABLE_COMPOSITING_MODE",
  "__NV_DISABLE_EXPLICIT_SYNC",
];

/**
 * The variables that this process has only for its engine, which inherits them: other programs
 * decide themselves.
 */
export const engineVariables: readonly string[] = [drawsWithout];

/**
 * Whether NVIDIA's own driver draws the desktop: that of the processor the machine starts with, or,
 * where none is marked so, of all.
 */
export function hasNvidiaDriver(folder = "/sys/class/drm"): boolean {
  try {
    const devices = readdirSync(folder)
      .filter((name) => /^card\d+$/.test(name))
      .map((card) => join(folder, card, "device"))
      .filter((device) => existsSync(join(device, "driver")));
    const isFirst = (device: string): boolean => {
      const mark = join(device, "boot_vga");
      return existsSync(mark) && readFileSync(mark, "latin1").trim() === "1";
    };
    const first = devices.filter(isFirst);
    const drawing = first.length > 0 ? first : devices;
    return (
      drawing.length > 0 &&
      drawing.every((device) => basename(readlinkSync(join(device, "driver"))) === "nvidia")
    );
  } catch {
    return false; // a container may hide them
  }
}

/** Call it before the first view is made. */
export function avoidNvidiaBuffers(): void {
  if (settled.every((name) => process.env[name] === undefined) && hasNvidiaDriver())
    glib.g_setenv(drawsWithout, "1", true);
}
