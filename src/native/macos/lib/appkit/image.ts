import { objcClass } from "../../objc/object.ts";

export const NSImage = objcClass("NSImage", {
  // Returns nil for an invalid picture.
  "initWithData:": "@>n",
  size: ">S",
  "setSize:": "S>v",
  "setTemplate:": "B>v",
});
