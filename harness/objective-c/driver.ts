import type { Point, Size } from "../../src/native/macos/objc/signature.ts";
import { theApplication } from "./app-kit/ns-application.ts";
import { setSystemTheme } from "./app-kit/ns-appearance.ts";
import { pointer } from "./app-kit/ns-event.ts";
import { plugMonitors, type Monitor } from "./app-kit/ns-screen.ts";
import { NSWindow } from "./app-kit/ns-window.ts";
import { style } from "./app-kit/window-frame.ts";
import { windowsOnScreen } from "./app-kit/window-server.ts";
import { setAppleEvent } from "./foundation/system.ts";
import { postEvent, settle } from "./loop.ts";
import { livingObjects } from "./ns-object.ts";
import { tell, tellIfAble } from "./tell.ts";

// Performs an action of the user, as an event of the window server. While the app's loop runs, the
// event waits for its turn in it. Otherwise it is handled at once.

export function does(what: () => void): void {
  postEvent(what);
  if (!theApplication().isRunning) settle();
}

/** Has Finder or a browser open addresses with the app. */
export function openFromOutside(...addresses: readonly string[]): void {
  does(() => theApplication().openAddresses(addresses));
}

/** The window of the app with a title. It may be hidden. */
export function windowTitled(title: string): NSWindow | undefined {
  return livingObjects().find(
    (object): object is NSWindow => object instanceof NSWindow && object.title === title,
  );
}

function button(window: NSWindow, kind: number, needs: number): void {
  if (!windowsOnScreen().includes(window))
    throw new Error(`Cannot use "${window.title}": it is not on the screen`);
  const found = window["-standardWindowButton:"](kind);
  if (found === null || !found.isEnabled || (window.mask & needs) === 0)
    throw new Error(`Cannot press button ${kind} of "${window.title}": it has none that works`);
}

/** Presses the red button. */
export function pressClose(window: NSWindow): void {
  button(window, 0, style.closable);
  does(() => {
    // AppKit does nothing under a sheet.
    if (window.sheets.length === 0) tell(window, "performClose:", null);
  });
}

/** Presses the yellow button. */
export function pressMiniaturize(window: NSWindow): void {
  button(window, 1, style.miniaturizable);
  does(() => tell(window, "miniaturize:", null));
}

/**
 * Presses the green button, which makes it the only one on its screen; with the option key, as
 * large as there.
 */
export function pressGreen(window: NSWindow, withOption = false): void {
  button(window, 2, style.resizable);
  does(() => tell(window, withOption ? "zoom:" : "toggleFullScreen:", null));
}

/** Clicks its picture in the Dock. */
export function restore(window: NSWindow): void {
  does(() => tell(window, "deminiaturize:", null));
}

/** Clicks into a window: the app is the one that is used, and the window in front. */
export function click(window: NSWindow): void {
  does(() => {
    theApplication().activate();
    tell(window, "makeKeyAndOrderFront:", null);
  });
}

/** Does something to a window with the mouse, in the loop that AppKit has until it is let go of. */
function drag(window: NSWindow, change: () => void): void {
  window.isTracking = true;
  change();
  settle(true);
  window.isTracking = false;
}

/** Drags a window to a place. */
export function move(window: NSWindow, { x, y }: Point): void {
  does(() =>
    drag(window, () => {
      window.announce("NSWindowWillMoveNotification", "windowWillMove:");
      window.place({ ...window.frame, x, y });
    }),
  );
}

/**
 * Drags the bottom right corner of a window. It gets the size that the app allows for the wanted
 * one.
 */
export function resize(window: NSWindow, size: Size): void {
  if ((window.mask & style.resizable) === 0)
    throw new Error(`Cannot resize "${window.title}": it is not resizable`);
  does(() => {
    window.announce("NSWindowWillStartLiveResizeNotification", "windowWillStartLiveResize:");
    const { x, y, height } = window.frame;
    const allowed = window.within({ x, y: y + height - size.height, ...size });
    drag(window, () => {
      const asked = tellIfAble(
        window.ofDelegate.value,
        "windowWillResize:toSize:",
        window,
        allowed,
      );
      const given = { ...allowed, ...(asked as Size | undefined) };
      window.place({ ...given, y: y + height - given.height });
    });
    window.announce("NSWindowDidEndLiveResizeNotification", "windowDidEndLiveResize:");
  });
}

/** Turns to another app. */
export function leaveApp(): void {
  does(() => theApplication().deactivate());
}

/** Turns to the app, by its place in the app switcher. */
export function enterApp(): void {
  does(() => theApplication().activate());
}

/** Clicks the app's icon in the Dock. */
export function clickDock(): void {
  does(() => {
    const app = theApplication();
    app.activate();
    const windows = livingObjects().filter((object) => object instanceof NSWindow);
    const isSeen = windows.some((window) => window.isShown);
    const goesOn = tellIfAble(
      app.ofDelegate.value,
      "applicationShouldHandleReopen:hasVisibleWindows:",
      app,
      isSeen,
    );
    if (goesOn === false || isSeen) return;
    const small = windows.find((window) => window.isMiniaturized);
    if (small !== undefined) tell(small, "deminiaturize:", null);
  });
}

/** Asks the app to end, by its menu. */
export function quit(): void {
  does(() => tell(theApplication(), "terminate:", null));
}

/** Asks the app to end from outside: by its icon in the Dock, or by logging out. */
export function quitFromOutside(): void {
  does(() => {
    setAppleEvent(true);
    tell(theApplication(), "terminate:", null);
    setAppleEvent(false);
  });
}

/** Chooses the other theme in the system's settings. */
export function setTheme(theme: "light" | "dark"): void {
  does(() => setSystemTheme(theme === "dark"));
}

/**
 * Plugs these monitors in place of those that were there. Windows of one that has gone come to the
 * first one.
 */
export function plug(monitors: readonly Monitor[]): void {
  does(() => {
    const windows = livingObjects().filter((object) => object instanceof NSWindow);
    const before = windows.map(
      (window) => [window, window["-screen"](), window["-backingScaleFactor"]()] as const,
    );
    plugMonitors(monitors);
    for (const [window, screen, scale] of before) window.monitorsChanged(screen, scale);
  });
}

/** Moves the mouse, or presses or lets go of its left button. */
export function point(at: Point, isPressed = false): void {
  pointer.at = at;
  pointer.buttons = isPressed ? 1 : 0;
}
