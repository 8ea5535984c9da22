import { library } from "../library.ts";

/** Core Graphics. A CGPoint by value is passed as two doubles. */
export const coreGraphics = library("CoreGraphics", {
  // The properties of the user's session, ours to release; NULL outside of one, and if no windows
  // can be shown.
  CGSessionCopyCurrentDictionary: ">n",
  // From the top left corner of the primary screen, in points.
  CGWarpMouseCursorPosition: "dd>i",
  // (whether the mouse moves the pointer)
  CGAssociateMouseAndMouseCursorPosition: "u>i",
});

export const coreFoundation = library("CoreFoundation", { CFRelease: "p>v" });
