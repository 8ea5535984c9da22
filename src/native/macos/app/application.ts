import type { ActivationPolicy } from "../../../contract/ui/index.ts";
import { isInBundle } from "../bundle.ts";
import { NSApplication } from "../lib/appkit/application.ts";
import { NSWindow } from "../lib/appkit/window.ts";
import type { ObjectOf } from "../objc/object.ts";

/** NSApplicationActivationPolicy. */
const policies = { regular: 0, accessory: 1, prohibited: 2 } as const;

/** The one application object of the process. */
export function theApplication(): ObjectOf<typeof NSApplication> {
  return NSApplication.at(NSApplication.send("sharedApplication"));
}

/**
 * Connects the process to the window server, which views and WebKit require, and makes it an app
 * with a menu bar and an icon in the Dock, even without a bundle. A bundle decides about that
 * itself (`LSUIElement`).
 */
export function startApplication(): void {
  const application = theApplication();
  if (!isInBundle()) application.send("setActivationPolicy:", policies.regular);
  allowTabs(false);
}

/**
 * Whether the app has windows with tabs. If it may have some, AppKit adds "Show Tab Bar" and the
 * like to its menus, even when each window refuses tabs.
 */
export function allowTabs(isAllowed: boolean): void {
  NSWindow.send("setAllowsAutomaticWindowTabbing:", isAllowed);
}

/** Changes whether the app has an icon in the Dock and a menu bar. */
export function setActivationPolicy(policy: ActivationPolicy): void {
  theApplication().send("setActivationPolicy:", policies[policy]);
  // AppKit shows the menu bar of an app that gets one when it is activated.
  if (policy === "regular") bringForward();
}

/** Activates the app, which gives it the menu bar. */
export function bringForward(): void {
  theApplication().send("activateIgnoringOtherApps:", true);
}

let hasStarted = false;

/** The same for the first window: a later one does not take the user away from another app. */
export function bringForwardAtStart(): void {
  if (hasStarted) return;
  hasStarted = true;
  bringForward();
}
