import { SystemBlock } from "../objective-c/blocks.ts";
import { defineStandInClasses } from "../objective-c/classes.ts";
import type { NSArray } from "../objective-c/foundation/ns-array.ts";
import type { NSURL } from "../objective-c/foundation/ns-url.ts";
import { NSObject } from "../objective-c/ns-object.ts";
import { tell } from "../objective-c/tell.ts";
import { WKFrameInfo } from "./frame.ts";
import type { WKWebView } from "./web-view.ts";

export class WKOpenPanelParameters extends NSObject {
  several = false;

  "-allowsMultipleSelection"(): boolean {
    return this.several;
  }

  "-allowsDirectories"(): boolean {
    return false;
  }
}

defineStandInClasses({ WKOpenPanelParameters });

const selector = "webView:runOpenPanelWithParameters:initiatedByFrame:completionHandler:";

/** Has a view ask for the files of a field of its page: the page itself would need a real click. */
export function askForFiles(
  view: WKWebView,
  { several }: { readonly several: boolean },
  chosen: (addresses: readonly string[] | null) => void,
): void {
  const delegate = view.uiDelegate.value;
  if (delegate === null) throw new Error("Cannot ask for files: the view has no delegate");
  const parameters = new WKOpenPanelParameters();
  parameters.several = several;
  const block = new SystemBlock(selector, "n>v", (urls: NSArray<NSURL> | null) =>
    chosen(urls?.items.map(({ href }) => href) ?? null),
  );
  tell(delegate, selector, view, parameters, WKFrameInfo.of(view.url, true), block);
}
