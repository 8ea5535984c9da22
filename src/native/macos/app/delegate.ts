import type { Address } from "../../ffi/signature.ts";
import { NSAppleEventManager, NSDictionary, NSURL } from "../lib/foundation.ts";
import { itemsOf } from "../objc/array.ts";
import { methodOf, OwnClass } from "../objc/own-class.ts";
import { runtime } from "../objc/runtime.ts";
import { nsString, optionalText } from "../objc/text.ts";
import { theApplication } from "./application.ts";
import { aboutAction, closeMenus, showMainMenu } from "./main-menu.ts";

const NSTerminateCancel = 0;
const NSTerminateLater = 2;

/** What becomes of what AppKit asks the app. */
export interface ApplicationTarget {
  /** The user or the system asks the app to end. */
  terminationAsked(): void;
  /**
   * The system hands over addresses: of files that the user opens with the app, and of the app's
   * own schemes.
   */
  opened(addresses: readonly string[]): void;
  /** Nothing of it can be seen, and its icon in the Dock was clicked. */
  reopened(): void;
  /** The process is about to end by AppKit's hand. */
  ending(): void;
}

/** What AppKit asks and tells an app, for as long as the process lives. */
export class ApplicationDelegate {
  #appName = "";
  #isInstalled = false;
  readonly #target: ApplicationTarget;
  /**
   * Somebody outside waits for an answer whether the app ends: the Dock, a script, the end of the
   * session.
   */
  #isAwaited = false;

  constructor(target: ApplicationTarget) {
    this.#target = target;
  }

  /**
   * Makes this AppKit's delegate. Before AppKit's loop begins: AppKit hands over what Finder
   * started the app with in its first turn, and never again.
   */
  install(): void {
    if (this.#isInstalled) return;
    this.#isInstalled = true;
    // AppKit does not retain its delegate.
    theApplication().send("setDelegate:", delegates.make(this));
  }

  /** Gives the app its menu bar. */
  begin(appName: string): void {
    this.#appName = appName;
    this.install();
    showMainMenu(appName);
  }

  opened(urls: Address): void {
    const addresses = itemsOf(urls).map((url) =>
      optionalText(NSURL.at(url).send("absoluteString")),
    );
    this.#target.opened(addresses.filter((address) => address !== null));
  }

  /**
   * What AppKit does meanwhile: nothing, or it waits in a loop of its own, where all of ours goes
   * on.
   */
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

  /**
   * The loop was told to end: so are those that AppKit runs inside of it. The process is ended here
   * where somebody waits for that.
   */
  end(): void {
    if (!this.#isInstalled) return;
    closeMenus();
    if (this.#isAwaited) theApplication().send("replyToApplicationShouldTerminate:", true);
  }
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
    "application:openURLs:": method("@@>v", (app, _, urls) => app.opened(urls)),
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
