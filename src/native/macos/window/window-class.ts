import type { Address } from "../../ffi/signature.ts";
import { NSEvent } from "../lib/appkit/event.ts";
import { NSMenuItem } from "../lib/appkit/menu.ts";
import { NSView, NSWindow } from "../lib/appkit/window.ts";
import { methodOf, OwnClass, type OwnMethod, type OwnObject } from "../objc/own-class.ts";
import type { Rect } from "../objc/signature.ts";
import type { SystemWindowEvents } from "../../toolkit.ts";
import { fullScreen, titled } from "./style.ts";
import type { WindowVisibility } from "./window-visibility.ts";

const NSBackingStoreBuffered = 2;
const NSEventModifierFlagOption = 1 << 19;
const NSEventModifierFlagCommand = 1 << 20;
// Key positions of a US keyboard, which the system uses, too.
const keyI = 34;
const keyEscape = 53;

/** A window as AppKit's messages reach it. */
export interface WindowTarget {
  readonly events: SystemWindowEvents;
  readonly visibility: WindowVisibility;
  sized(): void;
  focused(isFocused: boolean): void;
  /** The keys for the inspector were pressed. Returns whether there is one. */
  inspectorAsked(): boolean;
  /** Whether the user may do what this button of a title bar does. */
  allows(button: TitleButton): boolean;
  press(button: TitleButton): void;
}

/** A button of a title bar: the red, the yellow and the green one. */
export type TitleButton = "close" | "minimize" | "zoom";

const method = methodOf<WindowTarget>();

/**
 * The actions of menus that press a button. Without a title bar there is none, and AppKit would
 * only make a sound, and grey the entries.
 */
const pressing: Readonly<Record<string, TitleButton>> = {
  "performClose:": "close",
  "performMiniaturize:": "minimize",
  "performZoom:": "zoom",
};

const pressed = (action: keyof typeof pressing, button: TitleButton): OwnMethod<WindowTarget> =>
  method("n>v", (target, sender, window) => {
    if (isTitled(window) || !target.allows(button))
      windows.sendToBase(window, action, "n>v", sender);
    else target.press(button);
  });

function isTitled(window: Address): boolean {
  return (NSWindow.at(window).send("styleMask") & titled) !== 0;
}

/** A window that accepts keys, even without a title bar. */
export const windows: OwnClass<WindowTarget> = new OwnClass<WindowTarget>({
  name: "FrameworkWindow",
  base: "NSWindow",
  methods: {
    canBecomeKeyWindow: method(">B", () => true),
    canBecomeMainWindow: method(">B", () => true),
    "performKeyEquivalent:": method(
      "@>B",
      (target, event, window): boolean =>
        (isInspectorKey(event) && target.inspectorAsked()) ||
        windows.sendToBase(window, "performKeyEquivalent:", "@>B", event),
    ),
    ...Object.fromEntries(
      Object.entries(pressing).map(([action, button]) => [action, pressed(action, button)]),
    ),
    "validateMenuItem:": method("@>B", (target, item, window): boolean => {
      const button = pressing[NSMenuItem.at(item).send("action")];
      return button === undefined || isTitled(window)
        ? windows.sendToBase(window, "validateMenuItem:", "@>B", item)
        : target.allows(button);
    }),
    // WebKit passes on each key that the page has not cancelled, handled or not, and AppKit's
    // default is a sound.
    "keyDown:": method("@>v", (_target, event, window) => {
      if (isOfSystem(event, window)) windows.sendToBase(window, "keyDown:", "@>v", event);
    }),
  },
});

function isInspectorKey(address: Address): boolean {
  const event = NSEvent.at(address);
  const both = NSEventModifierFlagOption | NSEventModifierFlagCommand;
  return event.send("keyCode") === keyI && (event.send("modifierFlags") & both) === both;
}

/**
 * Whether AppKit may handle a key that no view of the window uses: those with Command, and the key
 * that leaves fullscreen.
 */
function isOfSystem(address: Address, window: Address): boolean {
  const event = NSEvent.at(address);
  if ((event.send("modifierFlags") & NSEventModifierFlagCommand) !== 0) return true;
  const isFullScreen = (NSWindow.at(window).send("styleMask") & fullScreen) !== 0;
  return isFullScreen && event.send("keyCode") === keyEscape;
}

const arrived = methodOf<() => void>()("@>v", (tell) => tell());

export const delegates = new OwnClass<WindowTarget>({
  name: "FrameworkWindowDelegate",
  protocols: ["NSWindowDelegate"],
  methods: {
    "windowShouldClose:": method("@>B", (window) => {
      window.events.closeRequested();
      return false; // the app decides
    }),
    "windowDidMove:": method("@>v", ({ events }) => events.placed()),
    "windowDidResize:": method("@>v", (window) => window.sized()),
    "windowDidBecomeKey:": method("@>v", (window) => window.focused(true)),
    "windowDidResignKey:": method("@>v", (window) => window.focused(false)),
    "windowDidChangeBackingProperties:": method("@>v", ({ events }) => events.scaled()),
    "windowWillMiniaturize:": method("@>v", ({ visibility }) => visibility.minimized(true)),
    "windowDidDeminiaturize:": method("@>v", ({ visibility }) => visibility.minimized(false)),
    "windowWillEnterFullScreen:": method("@>v", ({ visibility }) =>
      visibility.fullScreenBegan(true),
    ),
    "windowDidEnterFullScreen:": method("@>v", ({ visibility }) =>
      visibility.fullScreenEnded(true),
    ),
    "windowDidFailToEnterFullScreen:": method("@>v", ({ visibility }) =>
      visibility.fullScreenFailed(),
    ),
    "windowWillExitFullScreen:": method("@>v", ({ visibility }) =>
      visibility.fullScreenBegan(false),
    ),
    "windowDidExitFullScreen:": method("@>v", ({ visibility }) =>
      visibility.fullScreenEnded(false),
    ),
    "windowDidFailToExitFullScreen:": method("@>v", ({ visibility }) =>
      visibility.fullScreenFailed(),
    ),
  },
});

/** The delegate of a window without a target: it only tracks fullscreen transitions. */
export const lastDelegates = new OwnClass<() => void>({
  name: "FrameworkLastWindowDelegate",
  protocols: ["NSWindowDelegate"],
  methods: {
    "windowShouldClose:": methodOf<() => void>()("@>B", () => false),
    "windowDidEnterFullScreen:": arrived,
    "windowDidFailToEnterFullScreen:": arrived,
    "windowDidExitFullScreen:": arrived,
    "windowDidFailToExitFullScreen:": arrived,
  },
});

/** The content view of a window: it holds the web view, and its siblings, such as the inspector. */
export const insides = new OwnClass<WindowTarget>({
  name: "FrameworkWindowInside",
  base: "NSView",
  methods: {
    viewDidChangeEffectiveAppearance: method(">v", (target, view) => {
      insides.sendToBase(view, "viewDidChangeEffectiveAppearance", ">v");
      // The appearance of the window or the system has changed.
      target.events.themed();
    }),
  },
});

export type OwnWindow = OwnObject<typeof NSWindow.instance>;
export type OwnView = OwnObject<typeof NSView.instance>;

/** A hidden window that lives until it is disposed of, not until it is closed. */
export function makeWindow(target: WindowTarget, inside: Rect, styleMask: number): OwnWindow {
  const init = "initWithContentRect:styleMask:backing:defer:";
  const args = [inside, styleMask, NSBackingStoreBuffered, false] as const;
  const window = windows.makeBy(target, init, "RQQB>@", [...args], NSWindow.instance);
  window.send("setReleasedWhenClosed:", false);
  return window;
}

/** The delegate of a window, which does not retain it. */
export function makeDelegate(target: WindowTarget): OwnObject<{}> {
  return delegates.make(target);
}

export function makeInside(target: WindowTarget, frame: Rect): OwnView {
  return insides.makeBy(target, "initWithFrame:", "R>@", [frame], NSView.instance);
}
