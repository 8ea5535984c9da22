import type { Sender, WindowSpec } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import type { Events } from "../../platform.ts";

/** A page as it was committed. Nobody but its top frame knows the key. */
export interface PageDocument extends Sender {
  readonly key: string | null;
}

/** What a view needs to know of the window it is shown in. */
export interface ViewOwner {
  readonly spec: WindowSpec;
  readonly events: Events;
}

/** Where messages and requests come from. */
export interface PageView {
  readonly document: PageDocument | null;
  readonly owner: ViewOwner | null;
  /** Schemes that nothing may be loaded from, since the engine cannot keep them from other sites. */
  readonly refusedSchemes: readonly string[];
  /** Runs `task` when the web process has taken all that it was sent until now, or never will. */
  whenCaughtUp(task: () => void): void;
}

/** Every view by its WebKitWebView. */
export const pageViews = new Map<Address, PageView>();
