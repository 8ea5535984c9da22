import { objcClass } from "../../objc/object.ts";

/** AppKit's alerts. Names are Apple's. */
export const NSAlert = objcClass("NSAlert", {
  init: ">@",
  "setAlertStyle:": "Q>v",
  "setMessageText:": "@>v",
  "setInformativeText:": "@>v",
  "addButtonWithTitle:": "@>@",
  "setShowsSuppressionButton:": "B>v",
  suppressionButton: ">n",
  "setAccessoryView:": "n>v",
  /** Lays out its views before it is shown. */
  layout: ">v",
  window: ">@",
  // (window, block given the response): without a nested loop
  "beginSheetModalForWindow:completionHandler:": "@b>v",
});
