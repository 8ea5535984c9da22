import { objcClass } from "../objc/object.ts";

export const NSImage = objcClass("NSImage", {
  // Gives nil for what is no picture.
  "initWithData:": "@>n",
  size: ">S",
  "setSize:": "S>v",
  "setTemplate:": "B>v",
});
