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
   * hold a port. Without one, `http` and `https` mean every port. Pages of other addresses, and
   * every frame inside a page, never see it.
   */
  readonly pages: readonly string[];
}

/**
 * A scheme of the app from which documents of some addresses may load, and no others: no frame of
 * another site.
 */
export interface PrivateScheme {
  readonly scheme: string;
  /** `scheme://host[:port]/*` of the documents that may. */
  readonly pages: readonly string[];
}

/** `rememberState` is for the app thread: where a window was is said by the others. */
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

/** The fields of a window as the ui thread is told them. Lengths are logical pixels. */
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

/** A window as the ui thread is told to make it: every value is settled. */
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

/** What a window that a new app thread adopts gets of it. */
export type ReloadScripts = Pick<WindowSpec, "scripts" | "frameScripts">;
