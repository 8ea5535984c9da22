import type { WindowFields } from "../window/fields.ts";

/** Device-independent pixels. */
export interface LogicalSize {
  readonly width: number;
  readonly height: number;
}

/** A script placed before any code of a page, in its top frame only. */
export interface PageScript {
  readonly source: string;
  /**
   * The addresses whose pages get it: `scheme://host/*`, where `scheme` may be `*` and `host` may
   * hold a port. Without a port, `http` and `https` match every port. Pages of other addresses, and
   * every frame inside a page, never see it.
   */
  readonly pages: readonly string[];
}

/**
 * A scheme of the app that only documents of some addresses may load from, and no frame of another
 * site.
 */
export interface PrivateScheme {
  readonly scheme: string;
  /** `scheme://host[:port]/*` of these documents. */
  readonly pages: readonly string[];
}

/** `rememberState` is for the app thread: other fields carry the remembered position. */
type InOtherWords =
  | "rememberState"
  | "title"
  | "x"
  | "y"
  | "width"
  | "height"
  | "minWidth"
  | "minHeight"
  | "maxWidth"
  | "maxHeight";

/** The fields of a window in the form for the ui thread. Lengths are logical pixels. */
export interface WindowSpecFields extends Omit<WindowFields, InOtherWords> {
  readonly title: string;
  readonly position: { readonly x: number; readonly y: number } | null;
  readonly size: LogicalSize;
  readonly minSize: { readonly width: number | null; readonly height: number | null };
  readonly maxSize: { readonly width: number | null; readonly height: number | null };
}

export function windowSpecFields({
  x,
  y,
  width,
  height,
  minWidth,
  minHeight,
  maxWidth,
  maxHeight,
  ...same
}: WindowFields & { readonly title: string }): WindowSpecFields {
  return {
    ...same,
    position: x === null && y === null ? null : { x: x ?? 0, y: y ?? 0 },
    size: { width, height },
    minSize: { width: minWidth, height: minHeight },
    maxSize: { width: maxWidth, height: maxHeight },
  };
}

/** The description of a window for the ui thread: every value is settled. */
export interface WindowSpec extends WindowSpecFields {
  readonly label: string;
  /** The engine's inspector: in development and debug builds only. */
  readonly devTools: boolean;
  readonly privateSchemes: readonly PrivateScheme[];
  /** Whether the page's own `window.print()` shows the system's dialog. */
  readonly printing: boolean;
  /**
   * The bridge: `source` is a function expression of one parameter. The ui thread calls it at the
   * start of each document of `pages` with a key made for that document alone; messages without
   * that key are refused.
   */
  readonly bridge: PageScript;
  /** Placed after the bridge, in this order. */
  readonly scripts: readonly PageScript[];
  /**
   * Placed into frames: those inside of a document that got the bridge, and no others. `pages` are
   * the addresses of the frames.
   */
  readonly frameScripts: readonly PageScript[];
}

/** The scripts that a new app thread changes in a window that it adopts. */
export type ReloadScripts = Pick<WindowSpec, "scripts" | "frameScripts">;
