import type { Point, Rect, Size } from "../../../src/native/macos/objc/signature.ts";
import { NSNotification, theCenter } from "../foundation/ns-notification.ts";
import { NSString } from "../foundation/ns-string.ts";
import type { NSObject } from "../ns-object.ts";
import { Strong, StrongList, Weak } from "../ns-object.ts";
import { tell, tellIfAble } from "../tell.ts";
import { refuse } from "../violations.ts";
import { appAppearance, type NSAppearance, type NSColor } from "./ns-appearance.ts";
import { pointer, type NSEvent } from "./ns-event.ts";
import { screenOf, screens, type NSScreen } from "./ns-screen.ts";
import { NSButton } from "./ns-control.ts";
import { NSResponder, NSView } from "./ns-view.ts";
import type { NSWindow } from "./ns-window.ts";

export const style = {
  titled: 1 << 0,
  closable: 1 << 1,
  miniaturizable: 1 << 2,
  resizable: 1 << 3,
  fullScreen: 1 << 14,
  fullSizeContent: 1 << 15,
} as const;

const titleBar = 28;
const buttons = { close: 0, miniaturize: 1, zoom: 2 } as const;

let lastNumber = 0;

export const contentOf = (frame: Rect, mask: number): Rect => ({
  ...frame,
  height: frame.height - barOf(mask),
});

export const frameOf = (content: Rect, mask: number): Rect => ({
  ...content,
  height: content.height + barOf(mask),
});

const barOf = (mask: number): number =>
  mask & style.titled && !(mask & style.fullSizeContent) && !(mask & style.fullScreen)
    ? titleBar
    : 0;

/** The assertions of AppKit about a frame before the window server gets it. */
function checkFrame(frame: Rect): Rect {
  const { x, y, width, height } = frame;
  const holds = (place: number): boolean => place >= -(2 ** 31) && place < 2 ** 31;
  if (![x, y, x + width, y + height].every(holds))
    refuse("NSInternalInconsistencyException: a frame that 32 bits do not hold");
  return frame;
}

export const isSame = (a: Rect, b: Rect): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

/** A window itself: its frame, its content, its look. */
export abstract class WindowFrame extends NSResponder {
  /** Whether windows may have tabs. While they may, AppKit adds entries for them to the menus. */
  static allowsTabs = true;
  readonly number = ++lastNumber;
  frame: Rect = { x: 0, y: 0, width: 0, height: 0 };
  mask = 0;
  level = 0;
  sharing = 1;
  behaviour = 0;
  tabbing: { mode: number; group: string } = { mode: 0, group: "" };
  titleShown: { visibility: number; isTransparent: boolean } = {
    visibility: 0,
    isTransparent: false,
  };
  ignoresMouse = false;
  isOpaque = true;
  /** The value that was set. `null`: none, and AppKit decides by the style. */
  hasShadow: boolean | null = null;
  /** The number of times that its shadow was drawn again at the app's request. */
  shadowsDrawn = 0;
  minContent: Size = { width: 0, height: 0 };
  maxContent: Size = { width: Infinity, height: Infinity };
  /** Drags that the app began with the pointer. */
  drags = 0;
  readonly ofTitle = new Strong<NSString>(this);
  readonly content = new Strong<NSView>(this);
  readonly colour = new Strong<NSColor>(this);
  readonly ownAppearance = new Strong<NSAppearance>(this);
  readonly ofDelegate = new Weak<NSObject>();
  readonly responder = new Weak<NSObject>();
  /** The window that gets the keys when it comes onto the screen, unless another one has them. */
  readonly initialResponder = new Weak<NSObject>();
  readonly barButtons = new StrongList<NSButton>(this);

  // Its state on the screen.

  get title(): string {
    return this.ofTitle.value?.text ?? "";
  }

  get isFullScreen(): boolean {
    return (this.mask & style.fullScreen) !== 0;
  }

  override get detail(): string {
    return ` "${this.title}"`;
  }

  /** Notifies all observers, and the delegate, which AppKit itself registers as an observer. */
  announce(what: string, selector: string): void {
    const notification = NSNotification.of(what, this);
    this.kept++;
    tellIfAble(this.ofDelegate.value, selector, notification);
    theCenter().post(what, this);
    notification.freeIfUnused();
    this.kept--;
    this.freeIfUnused();
  }

  "-initWithContentRect:styleMask:backing:defer:"(
    content: Rect,
    mask: number,
    backing: number,
  ): void {
    if (backing !== 2) refuse("A window with another backing than NSBackingStoreBuffered");
    this.mask = mask;
    this.frame = checkFrame(frameOf(content, mask));
    this["-setContentView:"](new NSView());
    this.#makeButtons();
  }

  // AppKit makes them again with each style, level and behaviour. Changes to the earlier ones are
  // lost.
  #makeButtons(): void {
    const isEnabled = (wanted: number): boolean => (this.mask & wanted) !== 0;
    if (this.barButtons.items.length === 0)
      this.barButtons.items = [buttons.close, buttons.miniaturize, buttons.zoom].map(
        () => new NSButton(),
      );
    for (const [index, mask] of [style.closable, style.miniaturizable, style.resizable].entries()) {
      const button = this.barButtons.items[index];
      if (button !== undefined) button.isEnabled = isEnabled(mask);
    }
  }

  "-windowNumber"(): number {
    return this.number;
  }

  "-title"(): NSString {
    return this.ofTitle.value ?? NSString.of("");
  }

  "-setTitle:"(title: NSString): void {
    this.ofTitle.value = title;
  }

  "-titleVisibility"(): number {
    return this.titleShown.visibility;
  }

  "-setTitleVisibility:"(visibility: number): void {
    this.titleShown.visibility = visibility;
  }

  "-setTitlebarAppearsTransparent:"(isTransparent: boolean): void {
    this.titleShown.isTransparent = isTransparent;
  }

  "-styleMask"(): number {
    return this.mask;
  }

  // The frame stays, and the size of its content changes. A new title bar is empty, and the
  // keyboard focus goes to the window itself.
  "-setStyleMask:"(mask: number): void {
    if ((mask ^ this.mask) & style.fullScreen)
      refuse("NSWindowStyleMaskFullScreen was changed outside of a full screen transition");
    if (mask & ~this.mask & style.titled) this.ofTitle.value = null;
    this.responder.value = null;
    this.mask = mask;
    this.#makeButtons();
    this.#fitContent();
  }

  "-standardWindowButton:"(kind: number): NSButton | null {
    return this.mask & style.titled ? (this.barButtons.items[kind] ?? null) : null;
  }

  "-delegate"(): NSObject | null {
    return this.ofDelegate.value;
  }

  "-setDelegate:"(delegate: NSObject | null): void {
    this.ofDelegate.value = delegate;
  }

  "-contentView"(): NSView | null {
    return this.content.value;
  }

  "-setContentView:"(view: NSView | null): void {
    const before = this.content.value;
    if (before !== null) before.ofWindow.value = null;
    view?.["-removeFromSuperview"]();
    this.content.value = view;
    if (before !== null && !before.isFreed) before.movedToWindow();
    if (view === null) return;
    view.ofWindow.value = this as unknown as NSWindow;
    this.#fitContent();
    view.movedToWindow();
  }

  #fitContent(): void {
    const { width, height } = contentOf(this.frame, this.mask);
    const view = this.content.value;
    if (view !== null) tell(view, "setFrame:", { x: 0, y: 0, width, height });
  }

  "-makeFirstResponder:"(responder: NSObject | null): boolean {
    this.responder.value = responder;
    return true;
  }

  "-setInitialFirstResponder:"(view: NSView | null): void {
    this.initialResponder.value = view;
  }

  "-firstResponder"(): NSObject | null {
    return this.responder.value ?? this;
  }

  "-frame"(): Rect {
    return this.frame;
  }

  "-frameRectForContentRect:"(content: Rect): Rect {
    return frameOf(content, this.mask);
  }

  "-contentRectForFrameRect:"(frame: Rect): Rect {
    return contentOf(frame, this.mask);
  }

  "-contentLayoutRect"(): Rect {
    const { width, height } = this.frame;
    return { x: 0, y: 0, width, height: height - (this.mask & style.titled ? titleBar : 0) };
  }

  "-setFrame:display:"(frame: Rect, _display: boolean): void {
    this.place(frame);
  }

  "-setFrame:display:animate:"(frame: Rect, _display: boolean, _animate: boolean): void {
    this.place(frame);
  }

  /** Changes its frame, and sends the notification. */
  place(frame: Rect): void {
    const before = this.frame;
    if (isSame(before, frame)) return;
    checkFrame(frame);
    const [screen, scale] = [screenOf(before), this["-backingScaleFactor"]()];
    const isResized = before.width !== frame.width || before.height !== frame.height;
    this.frame = { ...frame };
    this.kept++;
    if (isResized) this.#fitContent();
    // A move that is a part of it sends no notification.
    if (isResized) this.announce("NSWindowDidResizeNotification", "windowDidResize:");
    else this.announce("NSWindowDidMoveNotification", "windowDidMove:");
    this.screenChanged(screen, scale);
    this.kept--;
    this.freeIfUnused();
  }

  /** Sends the notification if it is on another screen than before. */
  screenChanged(before: NSScreen | null, scale: number): void {
    if (before !== this["-screen"]())
      this.announce("NSWindowDidChangeScreenNotification", "windowDidChangeScreen:");
    if (scale !== this["-backingScaleFactor"]())
      this.announce(
        "NSWindowDidChangeBackingPropertiesNotification",
        "windowDidChangeBackingProperties:",
      );
  }

  /** The monitors have changed. If its screen is gone, it moves to the first one. */
  monitorsChanged(before: NSScreen | null, scale: number): void {
    const [first] = screens();
    if (before !== null && this["-screen"]() === null && first !== undefined) {
      const { x, y, height } = first["-visibleFrame"]();
      this.place({ ...this.frame, x, y: y + height - this.frame.height });
    }
    this.screenChanged(before, scale);
  }

  "-setFrameOrigin:"({ x, y }: Point): void {
    this.place({ ...this.frame, x, y });
  }

  "-setFrameTopLeftPoint:"({ x, y }: Point): void {
    this.place({ ...this.frame, x, y: y - this.frame.height });
  }

  // Its top left corner stays in place.
  "-setContentSize:"(size: Size): void {
    const { x, y, height } = this.frame;
    const frame = frameOf({ x, y, ...size }, this.mask);
    this.place({ ...frame, y: y + height - frame.height });
  }

  "-cascadeTopLeftFromPoint:"({ x, y }: Point): Point {
    if (x !== 0 || y !== 0) this["-setFrameTopLeftPoint:"]({ x, y });
    return { x: this.frame.x + titleBar, y: this.frame.y + this.frame.height - titleBar };
  }

  // Somewhat above the middle.
  "-center"(): void {
    const { x, y, width, height } =
      (screenOf(this.frame) ?? screens()[0])?.["-visibleFrame"]() ?? this.frame;
    this["-setFrameOrigin:"]({
      x: Math.round(x + (width - this.frame.width) / 2),
      y: Math.round(y + ((height - this.frame.height) * 2) / 3),
    });
  }

  "-setContentMinSize:"(size: Size): void {
    this.minContent = size;
  }

  "-setContentMaxSize:"(size: Size): void {
    this.maxContent = size;
  }

  "-contentMinSize"(): Size {
    return this.minContent;
  }

  "-screen"(): NSScreen | null {
    return screenOf(this.frame);
  }

  "-backingScaleFactor"(): number {
    return (screenOf(this.frame) ?? screens()[0])?.monitor.scale ?? 1;
  }

  // The rest of its looks.

  "-setLevel:"(level: number): void {
    this.level = level;
    this.#makeButtons();
  }

  "-level"(): number {
    return this.level;
  }

  "-setSharingType:"(sharing: number): void {
    this.sharing = sharing;
  }

  static "+setAllowsAutomaticWindowTabbing:"(isAllowed: boolean): void {
    WindowFrame.allowsTabs = isAllowed;
  }

  "-setTabbingMode:"(mode: number): void {
    this.tabbing.mode = mode;
  }

  "-setTabbingIdentifier:"(group: NSString): void {
    this.tabbing.group = group.text;
  }

  "-setIgnoresMouseEvents:"(ignores: boolean): void {
    this.ignoresMouse = ignores;
  }

  "-setOpaque:"(isOpaque: boolean): void {
    this.isOpaque = isOpaque;
  }

  "-invalidateShadow"(): void {
    this.shadowsDrawn++;
  }

  "-setHasShadow:"(hasShadow: boolean): void {
    this.hasShadow = hasShadow;
  }

  "-setBackgroundColor:"(colour: NSColor | null): void {
    this.colour.value = colour;
  }

  "-collectionBehavior"(): number {
    return this.behaviour;
  }

  "-setCollectionBehavior:"(behaviour: number): void {
    this.behaviour = behaviour;
    this.#makeButtons();
  }

  "-appearance"(): NSAppearance | null {
    return this.ownAppearance.value;
  }

  "-setAppearance:"(appearance: NSAppearance | null): void {
    const before = this["-effectiveAppearance"]();
    this.ownAppearance.value = appearance;
    if (this["-effectiveAppearance"]() !== before) this.content.value?.appearanceChanged();
  }

  appAppearanceChanged(): void {
    if (this.ownAppearance.value === null) this.content.value?.appearanceChanged();
  }

  "-effectiveAppearance"(): NSAppearance {
    return this.ownAppearance.value ?? appAppearance();
  }

  "-mouseLocationOutsideOfEventStream"(): Point {
    return { x: pointer.at.x - this.frame.x, y: pointer.at.y - this.frame.y };
  }

  "-convertRectToScreen:"(rect: Rect): Rect {
    return { ...rect, x: rect.x + this.frame.x, y: rect.y + this.frame.y };
  }

  "-performWindowDragWithEvent:"(_event: NSEvent): void {
    this.drags++;
  }

  "-sendEvent:"(_event: NSEvent): void {}
}
