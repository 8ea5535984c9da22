import { objcClass } from "../../objc/object.ts";

/** AppKit's pasteboards. Names are Apple's. */
export const NSPasteboard = objcClass(
  "NSPasteboard",
  {
    clearContents: ">q",
    // (text, type)
    "setString:forType:": "@@>B",
    "stringForType:": "@>n",
    types: ">n",
    // (classes, options) → objects of these classes
    "readObjectsForClasses:options:": "@n>n",
  },
  { generalPasteboard: ">@" },
);
