import { FrameworkError } from "../../contract/errors.ts";
import { withoutNul } from "../shown-text.ts";
import { NSPasteboard } from "./lib/appkit/pasteboard.ts";
import { withPool } from "./objc/pool.ts";
import { runtime } from "./objc/runtime.ts";
import { nsString, optionalText } from "./objc/text.ts";

const theClipboard = () => NSPasteboard.at(NSPasteboard.send("generalPasteboard"));
const textType = () => runtime().constant("NSPasteboardTypeString");

/** Puts a text into the clipboard. It remains there after this program has ended. */
export function writeClipboard(text: string): void {
  withPool(() => {
    const clipboard = theClipboard();
    clipboard.send("clearContents");
    const string = nsString(withoutNul(text).toWellFormed());
    if (!clipboard.send("setString:forType:", string, textType()))
      throw new FrameworkError(
        "unavailable",
        "Cannot write to the clipboard: macOS did not take the text",
      );
  });
}

/** The text in the clipboard; `null`: there is none. */
export function readClipboard(): string | null {
  return withPool(() => optionalText(theClipboard().send("stringForType:", textType())));
}
