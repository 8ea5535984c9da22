import { NSBundle } from "./lib/foundation.ts";

/**
 * Whether this program runs from an app bundle, which has an Info.plist; in development it does
 * not.
 */
export function isInBundle(): boolean {
  return NSBundle.at(NSBundle.send("mainBundle")).send("bundleIdentifier") !== null;
}
