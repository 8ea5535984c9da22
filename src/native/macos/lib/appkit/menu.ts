import { objcClass } from "../../objc/object.ts";

/** AppKit's menus. Names are Apple's. */
export const NSMenu = objcClass("NSMenu", {
  "initWithTitle:": "@>@",
  "addItem:": "@>v",
  itemArray: ">@",
  "removeItem:": "@>v",
  removeAllItems: ">v",
  "setAutoenablesItems:": "B>v",
  cancelTracking: ">v",
  // (item at the position, position, view): returns when it has closed
  "popUpMenuPositioningItem:atLocation:inView:": "nPn>B",
});

export const NSMenuItem = objcClass(
  "NSMenuItem",
  {
    init: ">@",
    // (title, action, key)
    "initWithTitle:action:keyEquivalent:": "@:@>@",
    "setKeyEquivalentModifierMask:": "Q>v",
    "setTitle:": "@>v",
    "setTarget:": "n>v",
    "setTag:": "q>v",
    tag: ">q",
    "setEnabled:": "B>v",
    "setState:": "q>v",
    "setSubmenu:": "n>v",
    "setImage:": "n>v",
    identifier: ">n",
    isSeparatorItem: ">B",
    action: ">:",
  },
  { separatorItem: ">@" },
);
