import { NSBundle } from "../lib/foundation.ts";
import { readIcon } from "../window/icon.ts";
import { theApplication } from "./application.ts";

/** Sets the app's icon in the Dock, in development: a bundle has one, in the form and sizes that the Dock is made for. */
export function setDockIcon(bytes: Uint8Array): void {
  using icon = readIcon(bytes);
  const isBundled = NSBundle.at(NSBundle.send("mainBundle")).send("bundleIdentifier") !== null;
  if (!isBundled) theApplication().send("setApplicationIconImage:", icon);
}
