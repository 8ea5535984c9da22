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

/** The receiver of AppKit's requests to the app. */
export interface ApplicationTarget {
  /** The user or the system requests the app to end. */
  terminationAsked(): void;
  /**
   * The system passes addresses: of files that the user opens with the app, and of the app's own
   * schemes.
   */
  opened(addresses: readonly string[]): void;
  /** The icon in the Dock was clicked while no window is visible. */
  reopened(): void;
  /** AppKit is about to end the process. */
  ending(): void;
}

/** AppKit's delegate of an app, until the process ends. */
export class ApplicationDelegate {
  #appName = "";
  #isInstalled = false;
  readonly #target: ApplicationTarget;
  /** The Dock, a script or the end of the session waits for the answer whether the app ends. */
  #isAwaited = false;

  constructor(target: ApplicationTarget) {
    this.#target = target;
  }

  /**
   * Sets AppKit's delegate. Must run before AppKit's loop begins: in its first turn, and never
   * again, AppKit passes the files that Finder started the app with.
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
   * AppKit's behaviour meanwhile: none, or it waits in a nested loop, in which all of our work
   * continues.
   */
  terminationAsked(): number {
    this.#isAwaited ||= isAskedFromOutside();
    this.#target.terminationAsked();
    return this.#isAwaited ? NSTerminateLater : NSTerminateCancel;
  }

  reopened(hasVisibleWindows: boolean): boolean {
    if (!hasVisibleWindows) this.#target.reopened();
    // AppKit restores a minimized window.
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

  /** The app continues: the user stays on a page that asked. */
  stays(): void {
    if (!this.#isAwaited) return;
    this.#isAwaited = false;
    theApplication().send("replyToApplicationShouldTerminate:", false);
  }

  /**
   * A stop of the loop also stops AppKit's nested loops. The process ends here if another
   * process waits for that.
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
