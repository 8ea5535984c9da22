import type { WindowOperation } from "../window/operations.ts";
import type {
  MonitorState,
  PixelPosition,
  PixelSize,
  Theme,
  WindowState,
} from "../window/window.ts";
import type { PageScript, WindowSpec } from "./window-spec.ts";

/** A monitor is identified by its index in `all`. */
export interface Monitors {
  readonly all: readonly MonitorState[];
  readonly primary: number | null;
  /** The one with the larger part of the window in question. */
  readonly current: number | null;
  /** Whether windows can choose their position. Wayland neither permits nor reports it. */
  readonly canPlace: boolean;
}

export interface WindowCalls {
  "window.create": (spec: WindowSpec) => void;
  /** Closes it without asking, and also the dialogs that belong to it. */
  "window.destroy": (options: { readonly window: string }) => void;
  /**
   * Runs an operation on a window. An operation that this system lacks has no effect, and standard
   * error reports it once. Fails with `bad-argument` when a picture cannot be read.
   */
  /**
   * Runs `beforeunload` of the window's page, and asks the user if the page requests it; settles
   * with the answer. A page that does not answer within `leavePatience` does not keep its window
   * open. A second question during the first gives `false`.
   */
  "window.mayClose": (options: { readonly window: string }) => boolean;
  "window.apply": (options: {
    readonly window: string;
    readonly operation: WindowOperation;
  }) => void;
  "window.read": (options: { readonly window: string }) => WindowState;
  "monitors.read": (options: { readonly window: string }) => Monitors;
  /** The scripts after the bridge for the window's next documents. */
  "window.setScripts": (options: {
    readonly window: string;
    readonly scripts: readonly PageScript[];
  }) => void;
  /**
   * Runs a script in the window's page, unless that is none of `pages` (`null`: any page). Scripts
   * of one turn are joined, and the result is dropped.
   */
  "window.evaluate": (options: {
    readonly window: string;
    readonly script: string;
    readonly pages: readonly string[] | null;
  }) => void;
}

export interface WindowEvents {
  /**
   * The user or the window manager requests to close it. Nothing happens until the app destroys it.
   */
  "window.closeRequested": { readonly window: string };
  "window.closed": { readonly window: string };
  /** The content area has another size. */
  "window.resized": { readonly window: string; readonly size: PixelSize };
  /** The outer frame has another position. */
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
