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
   * The addresses whose pages get it: `scheme://host/*`, where `scheme` may be `*` and `host` may hold a port. Without
   * one, `http` and `https` mean every port.
   * Pages of other addresses, and every frame inside a page, never see it.
   */
  readonly pages: readonly string[];
}

/** A scheme of the app from which documents of some addresses may load, and no others: no frame of another site. */
export interface PrivateScheme {
  readonly scheme: string;
  /** `scheme://host[:port]/*` of the documents that may. */
  readonly pages: readonly string[];
}

/** Fields that the ui thread is told in other words. */
type Retold = "title" | "x" | "y" | "width" | "height" | "minWidth" | "minHeight" | "maxWidth" | "maxHeight";

/** A window as the ui thread is told to make it: every value is settled. Lengths are logical pixels. */
export interface WindowSpec extends Omit<WindowFields, Retold> {
  readonly label: string;
  readonly title: string;
  readonly position: { readonly x: number; readonly y: number } | null;
  readonly size: LogicalSize;
  readonly minSize: { readonly width: number | null; readonly height: number | null };
  readonly maxSize: { readonly width: number | null; readonly height: number | null };
  /** The engine's inspector: in development and debug builds only. */
  readonly devTools: boolean;
  readonly privateSchemes: readonly PrivateScheme[];
  /** Whether the page's own `window.print()` shows the system's dialog. */
  readonly printing: boolean;
  /**
   * The bridge: `source` is a function expression of one parameter. The ui thread calls it at the start of
   * each document of `pages` with a key made for that document alone; messages without that key are refused.
   */
  readonly bridge: PageScript;
  /** Placed after the bridge, in this order. */
  readonly scripts: readonly PageScript[];
  /**
   * Placed into frames: those inside of a document that got the bridge, and no others. `pages` are the
   * addresses of the frames.
   */
  readonly frameScripts: readonly PageScript[];
}
