import type { ReloadScripts } from "../../../contract/ui/index.ts";
import type { Address } from "../../ffi/signature.ts";
import type { Documents, ViewOwner } from "../../shell/view/documents.ts";
import type { SystemView } from "../../toolkit.ts";
import type { PageView } from "../../page/page-view.ts";
import type { Identified } from "../objc/signature.ts";
import type { FileDropTarget } from "../window/file-drop.ts";

/** The web view of a window, as its window sees it: a WKWebView. */
export interface WindowView extends Identified, SystemView {
  readonly documents: Documents;
  /**
   * Gives the view to a window, and starts to load the window's page.
   *
   * @param drops hears of files that are dragged over it; `null`: they are the page's alone
   */
  open(owner: ViewOwner, drops: FileDropTarget | null): void;
  reopen(scripts: ReloadScripts): void;
  refuseAll(): void;
  /** Shows the system's dialog for printing the page, on the view's window. */
  print(): void;
  toggleInspector(): void;
  /** Takes the view out of its window, and gives back what it holds. */
  close(): void;
}

/** Every view by its WKWebView. */
export const pageViews = new Map<Address, PageView>();
