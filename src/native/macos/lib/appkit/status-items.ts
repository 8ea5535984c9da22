import { objcClass } from "../../objc/object.ts";

/** The icons at the right end of the menu bar. Names are Apple's. */
export const NSStatusBar = objcClass(
  "NSStatusBar",
  { "statusItemWithLength:": "d>@", "removeStatusItem:": "@>v" },
  { systemStatusBar: ">@" },
);

export const NSStatusItem = objcClass("NSStatusItem", {
  button: ">n",
  "setMenu:": "n>v",
});
