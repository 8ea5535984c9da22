import { letAppEnd } from "../dialogs/sheets.ts";
import { NSPrintInfo, NSPrintOperation } from "../lib/appkit/printing.ts";
import { NSView, NSWindow } from "../lib/appkit/window.ts";
import type { WKWebView } from "../lib/webkit.ts";
import type { ObjectOf } from "../objc/object.ts";
import { withPool } from "../objc/pool.ts";

/** The name of the script message handler that `window.print()` posts to. */
export const printHandlerName = "frameworkPrint";

/** WebKit ignores `window.print()`, and no published API reports it. */
export const printScript = `{
  const handler = window.webkit.messageHandlers[${JSON.stringify(printHandlerName)}];
  const post = handler.postMessage.bind(handler);
  window.print = () => void post("");
}`;

/** Asks the user how to print the page of a view, and prints it. Blocks the view's window only. */
export function showPrintDialog(view: ObjectOf<typeof WKWebView>): void {
  withPool(() => {
    const window = view.send("window");
    if (window === null) return;
    const operation = NSPrintOperation.at(
      view.send("printOperationWithPrintInfo:", NSPrintInfo.send("sharedPrintInfo")),
    );
    // The printed view has no size of its own, and prints nothing without one.
    const printed = operation.send("view");
    if (printed !== null) NSView.at(printed).send("setFrame:", view.send("bounds"));
    operation.send("setShowsPrintPanel:", true);
    operation.send("setCanSpawnSeparateThread:", true);
    operation.send(
      "runOperationModalForWindow:delegate:didRunSelector:contextInfo:",
      window,
      null,
      "printOperationDidRun:success:contextInfo:",
      0,
    );
    const sheet = NSWindow.at(window).send("attachedSheet");
    if (sheet !== null) letAppEnd(sheet);
  });
}
