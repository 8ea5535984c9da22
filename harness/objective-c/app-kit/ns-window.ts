import type { Rect } from "../../../src/native/macos/objc/signature.ts";
import type { AppBlock } from "../blocks.ts";
import { defineStandInClasses } from "../classes.ts";
import { NSArray } from "../foundation/ns-array.ts";
import { soon } from "../loop.ts";
import { StrongList, Weak, type NSObject } from "../ns-object.ts";
import { callBlock, tell, tellIfAble } from "../tell.ts";
import { note, refuse } from "../violations.ts";
import type { NSEvent } from "./ns-event.ts";
import type { NSMenuItem } from "./ns-menu.ts";
import { screenOf, screens } from "./ns-screen.ts";
import { contentOf, frameOf, isSame, style, WindowFrame } from "./window-frame.ts";
import {
  bringToFront,
  isAppActive,
  keyWindow,
  makeKey,
  passKeyOn,
  sendToBack,
  takeOffScreen,
  windowsOnScreen,
} from "./window-server.ts";

const managed = 1 << 2;
const fullScreenPrimary = 1 << 7;
const fullScreenNone = 1 << 9;
const modalResponseCancel = 0;
const escapeKey = 53;

/** The buttons of a title bar that actions of menus press, with the styles that they need. */
const buttonOfAction: Readonly<Record<string, readonly [button: number, needs: number]>> = {
  "performClose:": [0, style.closable],
  "performMiniaturize:": [1, style.miniaturizable],
  "performZoom:": [2, style.resizable],
};

interface Sheet {
  readonly window: NSWindow;
  readonly answer: AppBlock | null;
}

/** A window among others: shown, in front, zoomed, small, with a sheet on it. */
export class NSWindow extends WindowFrame {
  isMiniaturized = false;
  isReleasedWhenClosed = true;
  /** True if the mouse is pressed on it, so that a loop runs in its `sendEvent:`. */
  isTracking = false;
  /** True if it is on the screen only while the app is the active one. */
  hidesOnDeactivate = false;
  /** The number of times that it has made the sound for a key without effect. */
  beeps = 0;
  /** Whether the app cannot end while it is a sheet. */
  keepsApp = true;
  /** Begun, and not ended: none or one. */
  sheets: readonly Sheet[] = [];
  /** True if it ignores a full screen request, and sends no notification. */
  isDeaf = false;
  readonly heldSheets = new StrongList<NSWindow>(this);
  readonly sheetOf = new Weak<NSWindow>();
  /** Its frame before it was zoomed. */
  #unzoomed: Rect | null = null;
  /** Its frame before it took the whole screen. */
  #windowed: Rect | null = null;
  #isInTransition = false;

  get isShown(): boolean {
    return windowsOnScreen().includes(this);
  }

  get takesKeys(): boolean {
    return this.sheets.length === 0 && Boolean(tell(this, "canBecomeKeyWindow"));
  }

  "-setHidesOnDeactivate:"(hides: boolean): void {
    this.hidesOnDeactivate = hides;
  }

  "-setReleasedWhenClosed:"(released: boolean): void {
    this.isReleasedWhenClosed = released;
  }

  /** True if AppKit itself makes it larger. */
  get #isRoomy(): boolean {
    const budgeted = style.titled | style.resizable;
    return (this.mask & budgeted) === budgeted;
  }

  // Zooming.

  get #standardFrame(): Rect {
    const room = (screenOf(this.frame) ?? screens()[0])?.["-visibleFrame"]() ?? this.frame;
    const wanted = tellIfAble(
      this.ofDelegate.value,
      "windowWillUseStandardFrame:defaultFrame:",
      this,
      room,
    );
    return this.within((wanted as Rect | undefined) ?? room);
  }

  /** A frame with the least and the largest size that the app allows, from its top left corner. */
  within(frame: Rect): Rect {
    const { minContent, maxContent } = this;
    const inside = contentOf(frame, this.mask);
    const width = Math.max(minContent.width, Math.min(maxContent.width, inside.width));
    const height = Math.max(minContent.height, Math.min(maxContent.height, inside.height));
    const sized = frameOf({ ...inside, width, height }, this.mask);
    return { ...sized, y: frame.y + frame.height - sized.height };
  }

  // A window that cannot be zoomed counts as zoomed.
  "-isZoomed"(): boolean {
    if (!this.#isRoomy) return true;
    return !this.isFullScreen && isSame(this.frame, this.#standardFrame);
  }

  "-zoom:"(_sender: NSObject | null): void {
    if (!this.#isRoomy || this.isFullScreen) return;
    const standard = this.#standardFrame;
    const isZoomed = isSame(this.frame, standard);
    const frame = isZoomed ? (this.#unzoomed ?? this.frame) : standard;
    if (tellIfAble(this.ofDelegate.value, "windowShouldZoom:toFrame:", this, frame) === false)
      return;
    if (!isZoomed) this.#unzoomed = this.frame;
    this.place(frame);
  }

  // In the order of windows.

  "-isVisible"(): boolean {
    return this.isShown;
  }

  "-isKeyWindow"(): boolean {
    return isAppActive() && keyWindow() === this;
  }

  "-isMainWindow"(): boolean {
    return this["-isKeyWindow"]();
  }

  "-canBecomeKeyWindow"(): boolean {
    return (this.mask & (style.titled | style.resizable)) !== 0;
  }

  "-canBecomeMainWindow"(): boolean {
    return this.isShown && (this.mask & (style.titled | style.resizable)) !== 0;
  }

  // Its content has no key equivalents.
  "-performKeyEquivalent:"(_event: NSEvent): boolean {
    return false;
  }

  // If no view in it has handled the key, it handles only one key.
  override "-keyDown:"(event: NSEvent): void {
    if (this.isFullScreen && event.code === escapeKey) this["-toggleFullScreen:"](null);
    else this.beeps++;
  }

  lostKey(): void {
    this.announce("NSWindowDidResignKeyNotification", "windowDidResignKey:");
  }

  gotKey(): void {
    this.announce("NSWindowDidBecomeKeyNotification", "windowDidBecomeKey:");
  }

  "-makeKeyWindow"(): void {
    if (this.takesKeys) makeKey(this);
  }

  "-makeKeyAndOrderFront:"(_sender: NSObject | null): void {
    this["-orderFront:"](null);
    this["-makeKeyWindow"]();
  }

  "-orderFront:"(_sender: NSObject | null): void {
    if (this.isMiniaturized) return this["-deminiaturize:"](null);
    if (!this.isShown && windowsOnScreen()[0]?.isFullScreen === true) this.#openFullScreen();
    this.comeToFront();
  }

  // If the front window is on a separate screen, a new one gets one, too, without a notification.
  #openFullScreen(): void {
    const screen = screenOf(this.frame) ?? screens()[0];
    if (screen === undefined || !this.#isRoomy || this.isFullScreen) return;
    this.#windowed = this.frame;
    this.mask |= style.fullScreen;
    this.place(screen.monitor.frame);
  }

  comeToFront(): void {
    this.responder.value ??= this.initialResponder.value;
    bringToFront(this);
  }

  "-orderFrontRegardless"(): void {
    this["-orderFront:"](null);
  }

  "-orderBack:"(_sender: NSObject | null): void {
    sendToBack(this);
  }

  "-orderOut:"(_sender: NSObject | null): void {
    if (this.sheets.length > 0)
      refuse("A window was taken off the screen with a sheet on it, which never comes back");
    takeOffScreen(this);
    passKeyOn(this);
  }

  /** Presses a button of its title bar, or makes a sound where there is none that works. */
  #press(button: number, needs: number, task: () => void): void {
    if (this["-standardWindowButton:"](button)?.isEnabled === true && (this.mask & needs) !== 0)
      task();
    else this.beeps++;
  }

  "-setPreventsApplicationTerminationWhenModal:"(prevents: boolean): void {
    this.keepsApp = prevents;
  }

  "-validateMenuItem:"(item: NSMenuItem): boolean {
    const [button, needs] = buttonOfAction[item.action ?? ""] ?? [];
    if (button === undefined || needs === undefined) return true;
    return this["-standardWindowButton:"](button) !== null && (this.mask & needs) !== 0;
  }

  "-performZoom:"(sender: NSObject | null): void {
    this.#press(2, style.resizable, () => this["-zoom:"](sender));
  }

  "-performClose:"(_sender: NSObject | null): void {
    this.#press(0, style.closable, () => this.#closeIfAllowed());
  }

  #closeIfAllowed(): void {
    if (tellIfAble(this.ofDelegate.value, "windowShouldClose:", this) === false) return;
    this["-close"]();
  }

  "-close"(): void {
    if (this.#isInTransition)
      refuse("A window was closed on its way into a full screen or out: it stays there");
    this.announce("NSWindowWillCloseNotification", "windowWillClose:");
    this["-orderOut:"](null);
    if (!this.isReleasedWhenClosed) return;
    this.giveUp("close");
    this.freeIfUnused();
  }

  override dealloc(): void {
    if (this.isTracking) note("A window was freed in the loop of its own that moves or resizes it");
    takeOffScreen(this);
    passKeyOn(this);
    const view = this.content.value;
    if (view !== null) view.ofWindow.value = null;
  }

  // In the Dock.

  "-isMiniaturized"(): boolean {
    return this.isMiniaturized;
  }

  "-miniaturize:"(_sender: NSObject | null): void {
    if (this.isMiniaturized || this.isFullScreen) return;
    this.announce("NSWindowWillMiniaturizeNotification", "windowWillMiniaturize:");
    this.isMiniaturized = true;
    takeOffScreen(this);
    passKeyOn(this);
    this.#afterwards(() =>
      this.announce("NSWindowDidMiniaturizeNotification", "windowDidMiniaturize:"),
    );
  }

  "-deminiaturize:"(_sender: NSObject | null): void {
    if (!this.isMiniaturized) return;
    this.isMiniaturized = false;
    // One on another level comes back for a moment only, where windows are minimized into the icon
    // of the app.
    if (this.level === 0 || (this.behaviour & managed) !== 0) {
      bringToFront(this);
      this["-makeKeyWindow"]();
    }
    this.#afterwards(() =>
      this.announce("NSWindowDidDeminiaturizeNotification", "windowDidDeminiaturize:"),
    );
  }

  "-performMiniaturize:"(sender: NSObject | null): void {
    this.#press(1, style.miniaturizable, () => this["-miniaturize:"](sender));
  }

  #afterwards(task: () => void): void {
    soon(() => {
      if (!this.isFreed) task();
    });
  }

  // On a screen of its own.

  "-toggleFullScreen:"(_sender: NSObject | null): void {
    const isAble =
      this.#isRoomy &&
      (this.behaviour & fullScreenPrimary) !== 0 &&
      (this.behaviour & fullScreenNone) === 0;
    // While it is on its way AppKit takes no other order.
    if (this.#isInTransition || !isAble || this.isDeaf) return;
    this.#isInTransition = true;
    if (this.isFullScreen) this.#leaveFullScreen();
    else this.#enterFullScreen();
  }

  #enterFullScreen(): void {
    const screen = screenOf(this.frame) ?? screens()[0];
    if (screen === undefined) return refuse("A full screen without a screen");
    this.announce("NSWindowWillEnterFullScreenNotification", "windowWillEnterFullScreen:");
    this.#windowed = this.frame;
    this.mask |= style.fullScreen;
    if (!this.isShown) bringToFront(this);
    this.#afterwards(() => {
      this.place(screen.monitor.frame);
      this.#isInTransition = false;
      this.announce("NSWindowDidEnterFullScreenNotification", "windowDidEnterFullScreen:");
    });
  }

  #leaveFullScreen(): void {
    this.announce("NSWindowWillExitFullScreenNotification", "windowWillExitFullScreen:");
    this.mask &= ~style.fullScreen;
    this.#afterwards(() => {
      this.place(this.#windowed ?? this.frame);
      this.#isInTransition = false;
      this.announce("NSWindowDidExitFullScreenNotification", "windowDidExitFullScreen:");
    });
  }

  // Sheets.

  "-attachedSheet"(): NSWindow | null {
    return this.sheets[0]?.window ?? null;
  }

  "-sheets"(): NSArray<NSWindow> {
    return NSArray.of(this.sheets.map(({ window }) => window));
  }

  "-isSheet"(): boolean {
    return this.sheetOf.value !== null;
  }

  "-sheetParent"(): NSWindow | null {
    return this.sheetOf.value;
  }

  "-beginSheet:completionHandler:"(sheet: NSWindow, answer: AppBlock | null): void {
    this.beginSheet(sheet, answer);
  }

  beginSheet(window: NSWindow, answer: AppBlock | null): void {
    if (window.sheetOf.value !== null) refuse("A sheet that is on a window already");
    // AppKit delays it. Apple does not document its end if it is ended, or its window closed,
    // before it is shown.
    if (this.sheets.length > 0) refuse("A sheet on a window that has one");
    window.sheetOf.value = this;
    this.heldSheets.add(window);
    this.sheets = [{ window, answer }];
    this.announce("NSWindowWillBeginSheetNotification", "windowWillBeginSheet:");
    window.comeToFront();
    if (keyWindow() === this || keyWindow() === null) makeKey(window);
  }

  /** Its own action when it is no longer a sheet. */
  endedAsSheet(_code: number): void {}

  "-endSheet:"(sheet: NSWindow): void {
    this["-endSheet:returnCode:"](sheet, modalResponseCancel);
  }

  "-endSheet:returnCode:"(window: NSWindow, code: number): void {
    const sheet = this.sheets.find((other) => other.window === window);
    if (sheet === undefined) return refuse("A sheet was ended that is not on this window");
    this.sheets = [];
    window.sheetOf.value = null;
    takeOffScreen(window);
    if (keyWindow() === window) makeKey(this.takesKeys ? this : null);
    window.kept++;
    this.heldSheets.remove(window);
    this.announce("NSWindowDidEndSheetNotification", "windowDidEndSheet:");
    if (sheet.answer !== null) callBlock(sheet.answer, code);
    window.endedAsSheet(code);
    window.kept--;
    window.freeIfUnused();
  }
}

export class NSPanel extends NSWindow {
  override hidesOnDeactivate = true;
}

defineStandInClasses({ NSWindow, NSPanel });
