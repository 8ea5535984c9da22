import { methodOf, OwnClass, type OwnObject } from "../objc/own-class.ts";
import { NSAppleEventManager, NSDictionary } from "../lib/foundation.ts";
import { runtime } from "../objc/runtime.ts";
import { nsString } from "../objc/text.ts";
import { theApplication } from "./application.ts";
import { aboutAction } from "./main-menu.ts";

const NSTerminateCancel = 0;
const NSTerminateLater = 2;

/** What becomes of what AppKit asks the app. */
export interface ApplicationTarget {
  readonly name: string;
  /** The user or the system asks the app to end. */
  terminationAsked(): void;
  /** Nothing of it can be seen, and its icon in the Dock was clicked. */
  reopened(): void;
  /** The process is about to end by AppKit's hand. */
  ending(): void;
}

/** What AppKit asks and tells an app. */
export class ApplicationDelegate implements Disposable {
  readonly #target: ApplicationTarget;
  readonly #object: OwnObject<{}>;
  /** Somebody outside waits for an answer whether the app ends: the Dock, a script, the end of the session. */
  #isAwaited = false;

  constructor(target: ApplicationTarget) {
    this.#target = target;
    this.#object = delegates.make(this);
    // It is not held by that.
    theApplication().send("setDelegate:", this.#object);
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
      NSDictionary.send("dictionaryWithObject:forKey:", nsString(this.#target.name), name),
    );
  }

  /** Ends the process as AppKit does it, where somebody waits for that; otherwise says that nobody does. */
  endAwaited(): boolean {
    if (this.#isAwaited) theApplication().send("replyToApplicationShouldTerminate:", true);
    return this.#isAwaited;
  }

  [Symbol.dispose](): void {
    theApplication().send("setDelegate:", null);
    this.#object[Symbol.dispose]();
  }
}

function isAskedFromOutside(): boolean {
  const manager = NSAppleEventManager.at(NSAppleEventManager.send("sharedAppleEventManager"));
  return manager.send("currentAppleEvent") !== null;
}

const method = methodOf<ApplicationDelegate>();

const delegates = new OwnClass<ApplicationDelegate>({
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
