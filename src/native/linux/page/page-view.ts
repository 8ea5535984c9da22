import type { Address } from "../../ffi/signature.ts";
import type { PageView } from "../../page/page-view.ts";

/** Every view by its WebKitWebView. */
export const pageViews = new Map<Address, PageView>();
