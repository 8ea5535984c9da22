import { hiddenWindow } from "../hidden-window.ts";
import { shcore } from "../lib/shcore.ts";
import { user32 } from "../lib/user32.ts";
import { readIcon } from "../window/icon.ts";

const SM_CXSMICON = 49;
const MONITOR_DEFAULTTOPRIMARY = 1;
const MDT_EFFECTIVE_DPI = 0;
const unscaled = 96;

/**
 * Decodes a picture for the notification area, in the size for the scale of the taskbar's screen.
 * Its owner frees it by `DestroyIcon`.
 * @throws FrameworkError `bad-argument` when it is none
 */
export function readTrayIcon(bytes: Uint8Array): number {
  const across = new Uint32Array([unscaled]);
  const down = new Uint32Array([unscaled]);
  const screen = user32.MonitorFromWindow(hiddenWindow(), MONITOR_DEFAULTTOPRIMARY);
  shcore.GetDpiForMonitor(screen, MDT_EFFECTIVE_DPI, across, down);
  return readIcon(bytes, user32.GetSystemMetricsForDpi(SM_CXSMICON, across[0] ?? unscaled));
}
