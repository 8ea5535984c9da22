import { objcClass } from "../../objc/object.ts";

/** AppKit's controls. Names are Apple's. */
const button = {
  "setTitle:": "@>v",
  "setEnabled:": "B>v",
  "setImage:": "n>v",
  "setImagePosition:": "Q>v",
  "setToolTip:": "n>v",
  "setTarget:": "n>v",
  "setAction:": ":>v",
  "performClick:": "n>v",
  "setKeyEquivalent:": "@>v",
  "setKeyEquivalentModifierMask:": "Q>v",
  "setBordered:": "B>v",
  "setTransparent:": "B>v",
  "setAccessibilityElement:": "B>v",
} as const;

export const NSButton = objcClass("NSButton", {
  "initWithFrame:": "R>@",
  ...button,
  "setHasDestructiveAction:": "B>v",
  "setState:": "q>v",
  state: ">q",
});

export const NSStatusBarButton = objcClass("NSStatusBarButton", {
  ...button,
  "highlight:": "B>v",
  // NSView
  "addSubview:": "@>v",
  bounds: ">R",
  // (rectangle, view): nil is the window
  "convertRect:toView:": "Rn>R",
});

export const NSPopUpButton = objcClass("NSPopUpButton", {
  // (frame, whether it pulls down)
  "initWithFrame:pullsDown:": "RB>@",
  menu: ">n",
  indexOfSelectedItem: ">q",
  "selectItemAtIndex:": "q>v",
  "setTarget:": "n>v",
  "setAction:": ":>v",
});

export const NSTextField = objcClass("NSTextField", {
  "initWithFrame:": "R>@",
  "setStringValue:": "@>v",
  stringValue: ">@",
});

export const NSProgressIndicator = objcClass("NSProgressIndicator", {
  "initWithFrame:": "R>@",
  "setIndeterminate:": "B>v",
  "setMaxValue:": "d>v",
  "setDoubleValue:": "d>v",
});

export const NSTextView = objcClass(
  "NSTextView",
  { "setString:": "@>v", "setEditable:": "B>v" },
  { scrollableTextView: ">@" },
);

export const NSScrollView = objcClass("NSScrollView", {
  "setFrame:": "R>v",
  documentView: ">n",
});
