import type { PhysicalSize } from "./window-units.ts";

export interface ScaleFactorChanged {
  scaleFactor: number;
  size: PhysicalSize;
}

export type FileDropEvent =
  { type: "hover"; paths: string[] } | { type: "drop"; paths: string[] } | { type: "cancel" };
