import { isInBundle } from "../bundle.ts";
import { readIcon } from "../window/icon.ts";
import { theApplication } from "./application.ts";

/**
 * Sets the app's icon in the Dock, in development: a bundle has one, in the form and sizes for the
 * Dock.
 */
export function setDockIcon(bytes: Uint8Array): void {
  using icon = readIcon(bytes);
  if (!isInBundle()) theApplication().send("setApplicationIconImage:", icon);
}
