import * as v from "valibot";
import { colourPattern } from "./effects.ts";

/** The characters of a label: letters and digits of any script. */
export const labelPattern = /^[\p{L}\p{N}]+$/u;

const unit = v.picklist(["Logical", "Physical"]);
export const finite = v.pipe(v.number(), v.finite("a finite number"));
export const length = v.pipe(finite, v.minValue(0, "at least 0"));

export const colour = v.pipe(v.string(), v.regex(colourPattern, "a colour such as #1e1e2e"));

/** `Physical`: pixels of the screen. `Logical`: these divided by the scale factor of the window. */
export const Size = v.strictObject({ type: unit, width: length, height: length });
export const Position = v.strictObject({ type: unit, x: finite, y: finite });
export type Size = v.InferOutput<typeof Size>;
export type Position = v.InferOutput<typeof Position>;

/** Pixels of the screen. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels of the screen, from its top left corner. */
export interface PixelPosition {
  readonly x: number;
  readonly y: number;
}

export const cursorIcons = [
  "default",
  "crosshair",
  "hand",
  "arrow",
  "move",
  "text",
  "wait",
  "help",
  "progress",
  "notAllowed",
  "contextMenu",
  "cell",
  "verticalText",
  "alias",
  "copy",
  "noDrop",
  "grab",
  "grabbing",
  "allScroll",
  "zoomIn",
  "zoomOut",
  "eResize",
  "nResize",
  "neResize",
  "nwResize",
  "sResize",
  "seResize",
  "swResize",
  "wResize",
  "ewResize",
  "nsResize",
  "neswResize",
  "nwseResize",
  "colResize",
  "rowResize",
] as const;
export type CursorIcon = (typeof cursorIcons)[number];

export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

export const Attention = v.picklist(["Critical", "Informational"]);
export type Attention = v.InferOutput<typeof Attention>;

/** The state of a window at one moment. */
export interface WindowState {
  readonly scaleFactor: number;
  readonly innerPosition: PixelPosition;
  readonly outerPosition: PixelPosition;
  readonly innerSize: PixelSize;
  readonly outerSize: PixelSize;
  readonly isFullscreen: boolean;
  readonly isMinimized: boolean;
  readonly isMaximized: boolean;
  readonly isFocused: boolean;
  readonly isDecorated: boolean;
  readonly isResizable: boolean;
  /** Whether the button works: never on a window that its user cannot resize. */
  readonly isMaximizable: boolean;
  readonly isMinimizable: boolean;
  readonly isClosable: boolean;
  readonly isVisible: boolean;
  readonly title: string;
  readonly theme: Theme;
}

/** Every field of the state, by name: a page reads each by `window.<name>`, which needs no flag. */
export const windowReads = Object.keys({
  scaleFactor: true,
  innerPosition: true,
  outerPosition: true,
  innerSize: true,
  outerSize: true,
  isFullscreen: true,
  isMinimized: true,
  isMaximized: true,
  isFocused: true,
  isDecorated: true,
  isResizable: true,
  isMaximizable: true,
  isMinimizable: true,
  isClosable: true,
  isVisible: true,
  title: true,
  theme: true,
} satisfies { readonly [N in keyof WindowState]: true }) as (keyof WindowState)[];

export interface MonitorState {
  /** The manufacturer's name for it; `null`: it reports none. */
  readonly name: string | null;
  readonly size: PixelSize;
  readonly position: PixelPosition;
  /** The part that no taskbar, panel, menu bar or Dock covers, if the system reports it. */
  readonly workArea: { readonly position: PixelPosition; readonly size: PixelSize };
  readonly scaleFactor: number;
}
