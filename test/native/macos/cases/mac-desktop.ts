import { afterEach, beforeEach, expect } from "bun:test";
import { theAlerts, type NSAlert } from "../../../../harness/objective-c/app-kit/ns-alert.ts";
import { buttonWithKey } from "../../../../harness/objective-c/app-kit/ns-control.ts";
import { NSApplication } from "../../../../harness/objective-c/app-kit/ns-application.ts";
import { NSWindow } from "../../../../harness/objective-c/app-kit/ns-window.ts";
import { style } from "../../../../harness/objective-c/app-kit/window-frame.ts";
import { machine } from "../../../../harness/objective-c/foundation/system.ts";
import { settle } from "../../../../harness/objective-c/loop.ts";
import { inPool } from "../../../../harness/objective-c/pools.ts";
import { runtime, useRuntime } from "../../../../src/native/macos/objc/runtime.ts";
import {
  checkViolations,
  heldByApp,
  useStandIn,
} from "../../../../harness/objective-c/stand-in.ts";

/** A window on the screen of the stand-in, that dialogs are shown on. */
export function openWindow({ isShown = true } = {}): NSWindow {
  const window = new NSWindow();
  window.kept++;
  window.mask = style.titled | style.miniaturizable;
  window.isReleasedWhenClosed = false;
  if (isShown) inPool(() => window["-makeKeyAndOrderFront:"](null));
  return window;
}

/** The alerts that the user sees, in the order in which they came. */
export const shownAlerts = (): readonly NSAlert[] => theAlerts().filter(({ isShown }) => isShown);

/** The only one; throws when there is none or more than one. */
export function shownAlert(): NSAlert {
  const [alert, ...others] = shownAlerts();
  if (alert === undefined || others.length > 0)
    throw new Error(`Cannot find the alert: want one on the screen, not ${others.length + 1}`);
  return alert;
}

/** The app's messages to the system during an action. */
export function sends(happens: () => void): readonly string[] {
  const sent: string[] = [];
  const under = runtime();
  const send: typeof under.send = (receiver, selector, signature, args) => {
    sent.push(selector);
    return under.send(receiver, selector, signature, args);
  };
  useRuntime(
    new Proxy(under, {
      get: (target, key) => (key === "send" ? send : Reflect.get(target, key, target)),
    }),
  );
  try {
    happens();
  } finally {
    useRuntime(under);
  }
  return sent;
}

export const press = (alert: NSAlert, button: number): void =>
  inPool(() => alert.buttons.items[button]?.act());

/** Presses a key while an alert has the keyboard. Returns true if a button had it. */
export function pressKey(alert: NSAlert, key: string): boolean {
  const content = alert.panel.value?.content.value ?? null;
  const button = content === null ? undefined : buttonWithKey(content, key);
  inPool(() => button?.act());
  return button !== undefined;
}

/**
 * Before each test a machine like any other; after it nothing may have been refused, and nothing be
 * held.
 */
export function onMac(): void {
  useStandIn();
  let before: readonly string[] = [];
  beforeEach(() => {
    machine.languages = ["en-GB"];
    machine.bundleIdentifier = "org.example.app";
    inPool(() => NSApplication["+sharedApplication"]());
    before = heldByApp();
  });
  afterEach(() => {
    settle();
    checkViolations();
    expect(heldByApp()).toEqual([...before]);
  });
}
