import { defineStandInClasses } from "../classes.ts";
import { defineConstants } from "../constants.ts";
import { NSArray } from "../foundation/ns-array.ts";
import type { NSDictionary } from "../foundation/ns-dictionary.ts";
import { NSNotification, theCenter } from "../foundation/ns-notification.ts";
import { NSString } from "../foundation/ns-string.ts";
import { NSURL } from "../foundation/ns-url.ts";
import { postEvent, turn } from "../loop.ts";
import { Strong, Weak, type NSObject } from "../ns-object.ts";
import { inPool, popPool, pushPool } from "../pools.ts";
import { tell, tellIfAble } from "../tell.ts";
import { note, refuse } from "../violations.ts";
import { session } from "./core-graphics.ts";
import { appAppearance, setAppAppearance, type NSAppearance } from "./ns-appearance.ts";
import type { NSEvent } from "./ns-event.ts";
import type { NSImage } from "./ns-image.ts";
import { NSResponder } from "./ns-view.ts";
import type { NSWindow } from "./ns-window.ts";
import { isAppActive, keyWindow, setActive, windowsOnScreen } from "./window-server.ts";

const terminate = { cancel: 0, now: 1, later: 2 } as const;
const regular = 0;
/**
 * The policy of an app that has set none: that of its bundle, and without a bundle one that hides
 * it.
 */
export const unsaid = 2;

/** The addresses with which the user starts the app, in Finder or in a browser. */
export const launch: { addresses: readonly string[] } = { addresses: [] };

export class NSApplication extends NSResponder {
  readonly ofDelegate = new Weak<NSObject>();
  readonly menu = new Strong<NSObject>(this);
  readonly servicesMenu = new Strong<NSObject>(this);
  readonly windowsMenu = new Strong<NSObject>(this);
  readonly helpMenu = new Strong<NSObject>(this);
  readonly ownAppearance = new Strong<NSAppearance>(this);
  readonly icon = new Strong<NSImage>(this);
  readonly event = new Strong<NSEvent>(this);
  policy: number = unsaid;
  isHidden = false;
  /** Windows that hiding the app took away, from front to back. */
  #hidden: readonly NSWindow[] = [];
  /** Requests for the user's attention that are not called off, by number. */
  attention = new Map<number, number>();
  #lastAttention = 0;
  /** The texts in each panel about the app, by key. */
  aboutPanels: readonly Readonly<Record<string, string>>[] = [];
  isRunning = false;
  #isStopped = false;
  #hasLaunched = false;
  /** It was asked to end, and waits for the answer. */
  isTerminating = false;
  /** Here the process would be gone. */
  hasEnded = false;

  static "+sharedApplication"(): NSApplication {
    if (!session.isThere) refuse("AppKit ends a process that has no window server");
    if (shared === undefined) {
      shared = new this();
      shared.kept++;
    }
    return shared;
  }

  /** Notifies the delegate, and all observers. */
  announce(what: string, selector: string): void {
    inPool(() => {
      tellIfAble(this.ofDelegate.value, selector, NSNotification.of(what, this));
      theCenter().post(what, this);
    });
  }

  "-finishLaunching"(): void {
    if (this.#hasLaunched) return;
    this.#hasLaunched = true;
    this.announce(
      "NSApplicationWillFinishLaunchingNotification",
      "applicationWillFinishLaunching:",
    );
    if (launch.addresses.length > 0) this.openAddresses(launch.addresses);
    this.announce("NSApplicationDidFinishLaunchingNotification", "applicationDidFinishLaunching:");
    if (this.policy === regular) postEvent(() => this.activate());
  }

  /** Hands over an event of Finder, of `open` or of a browser. */
  openAddresses(addresses: readonly string[]): void {
    const delegate = this.ofDelegate.value;
    if (delegate === null)
      refuse("AppKit tells the user that the app cannot open files: it has no delegate");
    inPool(() =>
      tell(
        delegate,
        "application:openURLs:",
        this,
        NSArray.of(addresses.map((each) => NSURL.of(each))),
      ),
    );
  }

  "-run"(): void {
    if (this.isRunning) refuse('"run" within "run"');
    if (this.hasEnded) refuse('"run" of an app that has ended');
    this.isRunning = true;
    this.#isStopped = false;
    this["-finishLaunching"]();
    // Between two events no autoreleased object is released.
    for (let isGoingOn = true; isGoingOn;) {
      const pool = pushPool();
      while (!turn(true));
      popPool(pool);
      isGoingOn = !this.#isStopped;
    }
    this.isRunning = false;
  }

  "-isRunning"(): boolean {
    return this.isRunning;
  }

  // It is looked at after an event, and not before.
  "-stop:"(_sender: NSObject | null): void {
    this.#isStopped = true;
  }

  "-postEvent:atStart:"(event: NSEvent, isFirst: boolean): void {
    event.kept++;
    postEvent(() => {
      this.deliver(event);
      event.kept--;
      event.freeIfUnused();
    }, isFirst);
  }

  /** Takes an event from the window server. */
  deliver(event: NSEvent): void {
    this.event.value = event;
    tell(this, "sendEvent:", event);
  }

  "-sendEvent:"(event: NSEvent): void {
    const window = event.ofWindow.value;
    if (window !== null) tell(window, "sendEvent:", event);
  }

  "-currentEvent"(): NSEvent | null {
    return this.event.value;
  }

  "-delegate"(): NSObject | null {
    return this.ofDelegate.value;
  }

  "-setDelegate:"(delegate: NSObject | null): void {
    this.ofDelegate.value = delegate;
  }

  "-setActivationPolicy:"(policy: number): boolean {
    this.policy = policy;
    return true;
  }

  "-activationPolicy"(): number {
    return this.policy;
  }

  "-isActive"(): boolean {
    return isAppActive();
  }

  "-activateIgnoringOtherApps:"(_ignoring: boolean): void {
    postEvent(() => this.activate());
  }

  "-activate"(): void {
    postEvent(() => this.activate());
  }

  /** The user turns to the app. */
  activate(): void {
    if (isAppActive()) return;
    if (this.isHidden) this["-unhideWithoutActivation"]();
    this.announce("NSApplicationWillBecomeActiveNotification", "applicationWillBecomeActive:");
    setActive(true);
    this.announce("NSApplicationDidBecomeActiveNotification", "applicationDidBecomeActive:");
  }

  /** The user turns to another app. */
  deactivate(): void {
    if (!isAppActive()) return;
    this.announce("NSApplicationWillResignActiveNotification", "applicationWillResignActive:");
    setActive(false);
    this.announce("NSApplicationDidResignActiveNotification", "applicationDidResignActive:");
  }

  "-hide:"(_sender: NSObject | null): void {
    if (this.isHidden) return;
    this.isHidden = true;
    this.#hidden = [...windowsOnScreen()];
    this.deactivate();
    for (const window of this.#hidden) window["-orderOut:"](null);
    this.announce("NSApplicationDidHideNotification", "applicationDidHide:");
  }

  "-unhide:"(_sender: NSObject | null): void {
    this["-unhideWithoutActivation"]();
    postEvent(() => this.activate());
  }

  "-unhideWithoutActivation"(): void {
    if (!this.isHidden) return;
    this.isHidden = false;
    for (const window of this.#hidden.toReversed())
      if (!window.isFreed) window["-orderFront:"](null);
    this.announce("NSApplicationDidUnhideNotification", "applicationDidUnhide:");
  }

  "-isHidden"(): boolean {
    return this.isHidden;
  }

  "-keyWindow"(): NSWindow | null {
    return isAppActive() ? keyWindow() : null;
  }

  "-windows"(): NSArray<NSWindow> {
    return NSArray.of(windowsOnScreen());
  }

  /** Whether a sheet keeps the app, which is not even asked then. */
  get isKept(): boolean {
    return windowsOnScreen().some(({ sheets }) => sheets.some(({ window }) => window.keepsApp));
  }

  "-terminate:"(_sender: NSObject | null): void {
    if (this.isKept) return;
    const answer =
      tellIfAble(this.ofDelegate.value, "applicationShouldTerminate:", this) ?? terminate.now;
    if (answer === terminate.cancel) return;
    if (answer === terminate.later) {
      // A loop of its own, which ends by the answer alone.
      for (this.isTerminating = true; this.isTerminating;) inPool(() => turn(true, true));
    } else {
      note("AppKit ended the process by itself, and the app was not asked");
      this.#end();
    }
  }

  "-replyToApplicationShouldTerminate:"(shouldEnd: boolean): void {
    if (!this.isTerminating)
      refuse('"replyToApplicationShouldTerminate:" of an app that was not asked to end');
    this.isTerminating = false;
    if (shouldEnd) this.#end();
  }

  #end(): void {
    this.announce("NSApplicationWillTerminateNotification", "applicationWillTerminate:");
    this.hasEnded = true;
    this.#isStopped = true;
    postEvent(() => {});
  }

  "-requestUserAttention:"(kind: number): number {
    this.attention.set(++this.#lastAttention, kind);
    return this.#lastAttention;
  }

  "-cancelUserAttentionRequest:"(request: number): void {
    this.attention.delete(request);
  }

  "-setApplicationIconImage:"(image: NSImage | null): void {
    this.icon.value = image;
  }

  "-mainMenu"(): NSObject | null {
    return this.menu.value;
  }

  "-setMainMenu:"(menu: NSObject | null): void {
    this.menu.value = menu;
  }

  "-setServicesMenu:"(menu: NSObject | null): void {
    this.servicesMenu.value = menu;
  }

  "-setWindowsMenu:"(menu: NSObject | null): void {
    this.windowsMenu.value = menu;
  }

  "-setHelpMenu:"(menu: NSObject | null): void {
    this.helpMenu.value = menu;
  }

  "-orderFrontStandardAboutPanelWithOptions:"(options: NSDictionary): void {
    const texts = options.keys.items.map((key, index) => [
      textIn(key),
      textIn(options.values.items[index]),
    ]);
    this.aboutPanels = [...this.aboutPanels, Object.fromEntries(texts) as Record<string, string>];
  }

  "-appearance"(): NSAppearance | null {
    return this.ownAppearance.value;
  }

  "-setAppearance:"(appearance: NSAppearance | null): void {
    this.ownAppearance.value = appearance;
    setAppAppearance(appearance);
  }

  "-effectiveAppearance"(): NSAppearance {
    return appAppearance();
  }
}

const textIn = (object: NSObject | undefined): string =>
  object instanceof NSString ? object.text : "";

let shared: NSApplication | undefined;

/** True if a caller has requested it, and so connected the process to the window server. */
export const isConnected = (): boolean => shared !== undefined;

/** The one that the app has made. */
export function theApplication(): NSApplication {
  if (shared === undefined)
    throw new Error("Cannot find the application: no code has asked for it so far");
  return shared;
}

defineStandInClasses({ NSApplication });
defineConstants({ NSApp: theApplication });
