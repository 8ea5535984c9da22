import { objcClass } from "../objc/object.ts";

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
  /** Puts its views in place before it is shown. */
  layout: ">v",
  window: ">@",
  // (window, block given the response): without a loop of its own
  "beginSheetModalForWindow:completionHandler:": "@b>v",
});
