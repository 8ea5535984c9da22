import { methodOf, OwnClass } from "../objc/own-class.ts";
import { NSAppleEventManager, NSDictionary } from "../lib/foundation.ts";
import { runtime } from "../objc/runtime.ts";
import { nsString } from "../objc/text.ts";
import { theApplication } from "./application.ts";
import { aboutAction, closeMenus, showMainMenu } from "./main-menu.ts";

const NSTerminateCancel = 0;
const NSTerminateLater = 2;

/** What becomes of what AppKit asks the app. */
export interface ApplicationTarget {
  /** The user or the system asks the app to end. */
  terminationAsked(): void;
  /** Nothing of it can be seen, and its icon in the Dock was clicked. */
  reopened(): void;
  /** The process is about to end by AppKit's hand. */
  ending(): void;
}

/** What AppKit asks and tells an app, for as long as the process lives. */
export class ApplicationDelegate {
  readonly #appName: string;
  readonly #target: ApplicationTarget;
  /** Somebody outside waits for an answer whether the app ends: the Dock, a script, the end of the session. */
  #isAwaited = false;

  constructor(appName: string, target: ApplicationTarget) {
    this.#appName = appName;
    this.#target = target;
  }

  /** What AppKit does meanwhile: nothing, or it waits in a loop of its own, where all of ours goes on. */
  terminationAsked(): number {
    this.#isAwaited ||= isAskedFromOutside();
    this.#target.terminationAsked();
    return this.#isAwaited ? NSTerminateLater : NSTerminateCancel;
  }

  reopened(hasVisibleWindows: boolean): boolean {
    if (!hasVisibleWindows) this.#target.reopened();
    // A window that is minimized comes back by AppKit.
    return true;
  }

  ending(): void {
    this.#target.ending();
  }

  /** AppKit knows the name of a bundle only. */
  showAbout(): void {
    const name = runtime().constant("NSAboutPanelOptionApplicationName");
    theApplication().send(
      "orderFrontStandardAboutPanelWithOptions:",
      NSDictionary.send("dictionaryWithObject:forKey:", nsString(this.#appName), name),
    );
  }

  /** The app goes on after all: the user stays on a page that was asked. */
  stays(): void {
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    theApplication().send("replyToApplicationShouldTerminate:", false);
  }

  /** The loop was told to end: so are those that AppKit runs inside of it. The process is ended here where somebody waits for that. */
  end(): void {
    closeMenus();
    if (this.#isAwaited) theApplication().send("replyToApplicationShouldTerminate:", true);
  }
}

/** Gives the app its menu bar, and has AppKit ask and tell `target`. */
export function openApplication(appName: string, target: ApplicationTarget): ApplicationDelegate {
  showMainMenu(appName);
  const delegate = new ApplicationDelegate(appName, target);
  // The object is held by nobody else.
  theApplication().send("setDelegate:", delegates.make(delegate));
  return delegate;
}

function isAskedFromOutside(): boolean {
  const manager = NSAppleEventManager.at(NSAppleEventManager.send("sharedAppleEventManager"));
  return manager.send("currentAppleEvent") !== null;
}

const method = methodOf<ApplicationDelegate>();

export const delegates = new OwnClass<ApplicationDelegate>({
  name: "FrameworkApplicationDelegate",
  protocols: ["NSApplicationDelegate"],
  methods: {
    "applicationShouldTerminate:": method("@>Q", (app) => app.terminationAsked()),
    "applicationWillTerminate:": method("@>v", (app) => app.ending()),
    "applicationShouldTerminateAfterLastWindowClosed:": method("@>B", () => false), // the app decides
    "applicationShouldHandleReopen:hasVisibleWindows:": method("@B>B", (app, _, hasVisible) =>
      app.reopened(hasVisible),
    ),
    "applicationSupportsSecureRestorableState:": method("@>B", () => true),
    [aboutAction]: method("n>v", (app) => app.showAbout()),
  },
});
