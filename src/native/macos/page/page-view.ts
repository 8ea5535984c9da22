import type { Address } from "../../ffi/signature.ts";
import type { SystemView } from "../../toolkit.ts";
import type { PageView } from "../../page/page-view.ts";
import type { Identified } from "../objc/signature.ts";

/** The web view of a window, as its window sees it: a WKWebView. */
export interface WindowView extends Identified, SystemView {}

/** Every view by its WKWebView. */
export const pageViews = new Map<Address, PageView>();
