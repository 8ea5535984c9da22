import { objcClass } from "../objc/object.ts";

/** AppKit's pasteboards. Names are Apple's. */
export const NSPasteboard = objcClass(
  "NSPasteboard",
  {
    clearContents: ">q",
    // (text, type)
    "setString:forType:": "@@>B",
    "stringForType:": "@>n",
  },
  { generalPasteboard: ">@" },
);
