import { NSBundle } from "./lib/foundation.ts";

/**
 * Whether this program runs from an app bundle, whose Info.plist says what it is; in development it
 * does not.
 */
export function isInBundle(): boolean {
  return NSBundle.at(NSBundle.send("mainBundle")).send("bundleIdentifier") !== null;
}
