import type { WindowOperation } from "../window/operations.ts";
import type {
  MonitorState,
  PixelPosition,
  PixelSize,
  Theme,
  WindowState,
} from "../window/window.ts";
import type { PageScript, WindowSpec } from "./window-spec.ts";

/** A monitor is named by its place in `all`. */
export interface Monitors {
  readonly all: readonly MonitorState[];
  readonly primary: number | null;
  /** The one with the larger part of the window that was asked about. */
  readonly current: number | null;
  /** Whether windows can choose their place. Wayland lets none, and tells none where it is. */
  readonly canPlace: boolean;
}

export interface WindowCalls {
  "window.create": (spec: WindowSpec) => void;
  /** Closes it without asking, and with it the dialogs that belong to it. */
  "window.destroy": (options: { readonly window: string }) => void;
  /**
   * Does something to a window. What this system cannot do is left undone, and standard error says
   * so once. Fails with `bad-argument` when a picture cannot be read.
   */
  /**
   * Asks the window's page by `beforeunload` whether its window may close, and the user where the
   * page wants that; settles with the answer. A page that does not answer within `leavePatience`
   * has none. While it is being asked, asking again gives `false`.
   */
  "window.mayClose": (options: { readonly window: string }) => boolean;
  "window.apply": (options: {
    readonly window: string;
    readonly operation: WindowOperation;
  }) => void;
  "window.read": (options: { readonly window: string }) => WindowState;
  "monitors.read": (options: { readonly window: string }) => Monitors;
  /** The scripts behind the bridge that the window's next documents get. */
  "window.setScripts": (options: {
    readonly window: string;
    readonly scripts: readonly PageScript[];
  }) => void;
  /**
   * Runs a script in the window's page, unless that is none of `pages` (`null`: whatever page it
   * is). Scripts of one turn are joined, and the result is dropped.
   */
  "window.evaluate": (options: {
    readonly window: string;
    readonly script: string;
    readonly pages: readonly string[] | null;
  }) => void;
}

export interface WindowEvents {
  /** The user or the window manager asks to close it. Nothing happens until the app destroys it. */
  "window.closeRequested": { readonly window: string };
  "window.closed": { readonly window: string };
  /** The inside has another size. */
  "window.resized": { readonly window: string; readonly size: PixelSize };
  /** The outside has another place. */
  "window.moved": { readonly window: string; readonly position: PixelPosition };
  "window.focused": { readonly window: string; readonly isFocused: boolean };
  "window.scaled": {
    readonly window: string;
    readonly scaleFactor: number;
    readonly size: PixelSize;
  };
  "window.themed": { readonly window: string; readonly theme: Theme };
  /**
   * Files dragged over the window (`hover`), taken away again (`cancel`, without paths), or
   * dropped.
   */
  "window.filesDragged": {
    readonly window: string;
    readonly stage: "hover" | "cancel" | "drop";
    readonly paths: readonly string[];
  };
}
