import { objcClass } from "../../objc/object.ts";

/** AppKit's printing. Names are Apple's. */
export const NSPrintInfo = objcClass("NSPrintInfo", {}, { sharedPrintInfo: ">@" });

export const NSPrintOperation = objcClass("NSPrintOperation", {
  view: ">n",
  "setShowsPrintPanel:": "B>v",
  "setCanSpawnSeparateThread:": "B>v",
  // (window, delegate, selector of the delegate, context)
  "runOperationModalForWindow:delegate:didRunSelector:contextInfo:": "@n:p>v",
});
