import { objcClass } from "../objc/object.ts";

/** AppKit's windows and views. Names are Apple's. */
export const NSWindow = objcClass("NSWindow", {
  isVisible: ">B",
  isMiniaturized: ">B",
  // (sheet, response)
  "endSheet:returnCode:": "@q>v",
  "makeKeyAndOrderFront:": "n>v",
  "orderOut:": "n>v",
  center: ">v",
  contentView: ">n",
});

export const NSView = objcClass("NSView", {
  "initWithFrame:": "R>@",
  "addSubview:": "@>v",
});
