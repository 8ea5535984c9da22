import type { EffectOf } from "../../../contract/window/effects.ts";
import { dwmapi } from "../lib/dwmapi.ts";
import { gdi32 } from "../lib/gdi32.ts";
import { RECT, user32 } from "../lib/user32.ts";

// From Windows 11 22H2 on the desktop window manager draws a material behind a window. It is
// visible where the frame extends into the content area (surroundings.ts) and the painted colour is
// black.
//
// Source: Microsoft's reference of DWM_SYSTEMBACKDROP_TYPE, and "Custom window frame using DWM".

const DWMWA_SYSTEMBACKDROP_TYPE = 38;
const types = {
  mica: 2, // DWMSBT_MAINWINDOW
  acrylic: 3, // DWMSBT_TRANSIENTWINDOW
  tabbed: 4, // DWMSBT_TABBEDWINDOW
} as const satisfies Record<EffectOf<"windows">, number>;

/** Makes Windows draw a material behind a window. Returns whether it supports that. */
export function drawBackdrop(window: number, effect: EffectOf<"windows">): boolean {
  const type = new Int32Array([types[effect]]);
  return (
    dwmapi.DwmSetWindowAttribute(window, DWMWA_SYSTEMBACKDROP_TYPE, type, type.byteLength) >= 0
  );
}

const BLACK_BRUSH = 4;

/** Paints the content area of a window so that the material is visible. */
export function paintForBackdrop(window: number, canvas: number): void {
  const inside = RECT.make({});
  user32.GetClientRect(window, inside.bytes);
  user32.FillRect(canvas, inside.bytes, gdi32.GetStockObject(BLACK_BRUSH));
}
