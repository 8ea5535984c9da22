import type { MenuItem } from "./menu.ts";

/** The icon in the system tray, whole. */
export interface TraySpec {
  /** The identifier of the app. */
  readonly id: string;
  /** A picture in a format the system can read. */
  readonly icon: Uint8Array;
  /** What the icon stands for. macOS shows it beside the icon. */
  readonly title: string | null;
  /** Shown when the pointer rests on the icon; `null`: the title, or nothing. */
  readonly tooltip: string | null;
  readonly menu: readonly MenuItem[];
  /** macOS: take the picture as a stencil. */
  readonly iconAsTemplate: boolean;
  /** macOS: a left click opens the menu. */
  readonly menuOnLeftClick: boolean;
}

export interface TrayCalls {
  /**
   * Shows the icon, or changes the one that is there. Where the desktop shows none, standard error
   * says so once, and the icon appears when the desktop begins to. Fails with `bad-argument` when
   * the picture cannot be read.
   */
  "tray.show": (spec: TraySpec) => void;
  /** Takes the icon away; without one, nothing happens. */
  "tray.remove": (options: Readonly<Record<string, never>>) => void;
}

/**
 * A click on the icon. `double` follows a `left` that came shortly before.
 *
 * - Linux: most desktops show the menu for a right click by themselves, and tell nothing of it.
 */
export interface TrayClick {
  readonly click: "left" | "right" | "middle" | "double";
  /** On the screen, where the desktop tells. */
  readonly position: { readonly x: number; readonly y: number };
}

export interface TrayEvents {
  "tray.clicked": TrayClick;
  "tray.menuClicked": { readonly item: string };
}
