import { SystemBlock } from "../objective-c/blocks.ts";
import { respondsTo } from "../objective-c/classes.ts";
import { NSString } from "../objective-c/foundation/ns-string.ts";
import type { NSObject } from "../objective-c/ns-object.ts";
import { tell } from "../objective-c/tell.ts";
import type { Event } from "../pages/protocol.ts";
import { WKFrameInfo } from "./frame.ts";

type Dialog = Extract<Event, { readonly tells: "dialog" }>;

const selectors = {
  alert: "webView:runJavaScriptAlertPanelWithMessage:initiatedByFrame:completionHandler:",
  confirm: "webView:runJavaScriptConfirmPanelWithMessage:initiatedByFrame:completionHandler:",
  prompt:
    "webView:runJavaScriptTextInputPanelWithPrompt:defaultText:initiatedByFrame:completionHandler:",
} as const;

/** The questions of scripts so far, whether they were shown or not. */
export const askedByScripts: string[] = [];

/**
 * Lets the app show a script's question: the answer is a text, an empty one for yes, and `null` for
 * no.
 */
export function askByScript(
  view: NSObject & { readonly url: string },
  delegate: NSObject | null,
  { kind, text, given }: Dialog,
  answer: (text: string | null) => void,
): void {
  askedByScripts.push(text);
  const selector = selectors[kind];
  if (delegate === null || !respondsTo(delegate, selector)) return answer(null);
  const about = [view, NSString.of(text)];
  const frame = WKFrameInfo.of(view.url, true);
  if (kind === "alert")
    tell(delegate, selector, ...about, frame, new SystemBlock(selector, ">v", () => answer("")));
  else if (kind === "confirm") {
    const decide = (isYes: boolean): void => answer(isYes ? "" : null);
    tell(delegate, selector, ...about, frame, new SystemBlock(selector, "B>v", decide));
  } else {
    const take = (entered: NSString | null): void => answer(entered?.text ?? null);
    tell(
      delegate,
      selector,
      ...about,
      NSString.of(given),
      frame,
      new SystemBlock(selector, "n>v", take),
    );
  }
}
