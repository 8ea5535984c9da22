import { NSBundle } from "../lib/foundation.ts";
import { nsString, textOf } from "../objc/text.ts";

/** AppKit's own word in the user's language, as it stands on its own buttons; the given one where AppKit has none. */
export function systemWord(english: string): string {
  const appKit = NSBundle.send("bundleWithIdentifier:", nsString("com.apple.AppKit"));
  if (appKit === null) return english;
  const word = nsString(english);
  return textOf(
    NSBundle.at(appKit).send("localizedStringForKey:value:table:", word, word, nsString("Common")),
  );
}
