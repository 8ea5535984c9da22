import type { MenuItem } from "./menu.ts";

/** The icon in the system tray, as a whole. */
export interface TraySpec {
  /** The identifier of the app. */
  readonly id: string;
  /** A picture in a format the system can read. */
  readonly icon: Uint8Array;
  /** The meaning of the icon. macOS shows it beside the icon. */
  readonly title: string | null;
  /** Shown when the pointer rests on the icon; `null`: the title, or nothing. */
  readonly tooltip: string | null;
  readonly menu: readonly MenuItem[];
  /** macOS: use the picture as a template image. */
  readonly iconAsTemplate: boolean;
  /** macOS: a left click opens the menu. */
  readonly menuOnLeftClick: boolean;
}

export interface TrayCalls {
  /**
   * Shows the icon, or changes the current one. If the desktop shows none, standard error reports
   * it once, and the icon appears when the desktop begins to. Fails with `bad-argument` when the
   * picture cannot be read.
   */
  "tray.show": (spec: TraySpec) => void;
  /** Removes the icon; without one it has no effect. */
  "tray.remove": (options: Readonly<Record<string, never>>) => void;
}

/**
 * A click on the icon. `double` follows a `left` that came shortly before.
 *
 * - Linux: most desktops show the menu for a right click by themselves, and do not report it.
 */
export interface TrayClick {
  readonly click: "left" | "right" | "middle" | "double";
  /** On the screen, if the desktop reports it. */
  readonly position: { readonly x: number; readonly y: number };
}

export interface TrayEvents {
  "tray.clicked": TrayClick;
  "tray.menuClicked": { readonly item: string };
}
