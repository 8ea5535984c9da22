import { library } from "../library.ts";

/** Core Graphics. A CGPoint by value travels as two doubles. */
export const coreGraphics = library("CoreGraphics", {
  // What is known of the user's session, ours to release; NULL outside of one, and where no windows
  // are shown.
  CGSessionCopyCurrentDictionary: ">n",
  // From the top left corner of the primary screen, in points.
  CGWarpMouseCursorPosition: "dd>i",
  // (whether the mouse moves the pointer)
  CGAssociateMouseAndMouseCursorPosition: "u>i",
});

export const coreFoundation = library("CoreFoundation", { CFRelease: "p>v" });
