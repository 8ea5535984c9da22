import { limits } from "../../../contract/limits.ts";
import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { PixelPosition, PixelSize } from "../../../contract/window/window.ts";
import type { Events } from "../../platform.ts";
import type { SettlingWindow } from "../../shell/window/operations.ts";
import { shown } from "../../shown-text.ts";
import type { SystemWindow } from "../../toolkit.ts";
import { endSheet } from "../dialogs/sheets.ts";
import { NSColor, NSView } from "../lib/window.ts";
import { betweenEvents, later } from "../loop.ts";
import type { OwnObject } from "../objc/own-class.ts";
import { nsString } from "../objc/text.ts";
import type { WindowView } from "../page/page-view.ts";
import { Cursor } from "./cursor.ts";
import { warnUnsupported } from "./display.ts";
import type { FileDropTarget } from "./file-drop.ts";
import { reasons } from "./no-effect.ts";
import { Placement } from "./placement.ts";
import { WindowVisibility, type VisibilityTarget } from "./window-visibility.ts";
import { pointSize } from "./screen-space.ts";
import { lookOf, styleMaskOf, type Look } from "./style.ts";
import { themeOf, type Theme } from "./theme.ts";
import {
  lastDelegates,
  makeDelegate,
  makeInside,
  makeWindow,
  type OwnView,
  type OwnWindow,
  type WindowTarget,
} from "./window-class.ts";
import { applyFields } from "./window-fields.ts";
import { readState } from "./window-state.ts";

const NSNormalWindowLevel = 0;
const NSFloatingWindowLevel = 3;
const NSWindowSharingNone = 0;
const NSWindowSharingReadOnly = 1;
const NSViewWidthSizable = 1 << 1;
const NSViewHeightSizable = 1 << 4;

// A way into a full screen takes a second; longer than this, it has come to nothing.
const longestWay = 5000;

interface Told {
  readonly place: PixelPosition;
  readonly size: PixelSize;
  readonly scale: number;
}

/** A window of the app with the view in it. */
export class NativeWindow
  implements FileDropTarget, SystemWindow, VisibilityTarget, SettlingWindow, WindowTarget
{
  readonly spec: WindowSpec;
  readonly view: WindowView;
  /** Its NSWindow. */
  readonly window: OwnWindow;
  readonly placement: Placement;
  readonly visibility: WindowVisibility;
  readonly cursor = new Cursor();
  /** Called after each change of place, size or state. */
  readonly changeListeners = new Set<() => void>();
  readonly #events: Events;
  readonly #delegate: OwnObject<{}>;
  readonly #inside: OwnView;
  #look: Look;
  #title = "";
  #theme: Theme;
  #isDestroyed = false;
  /** The place and size that the app was told last; `null`: it is not open yet, or not any more. */
  #told: Told | null = null;

  constructor(spec: WindowSpec, view: WindowView, events: Events) {
    this.spec = spec;
    this.view = view;
    this.#events = events;
    this.#look = lookOf(spec);
    const inside = { x: 0, y: 0, ...pointSize({ type: "Logical", ...spec.size }, 1) };
    this.window = makeWindow(this, inside, styleMaskOf(this.#look));
    this.placement = new Placement(this.window, this.#look);
    this.visibility = new WindowVisibility(this.window, this.placement, this);
    this.#delegate = makeDelegate(this);
    this.#inside = makeInside(this, inside);
    this.window.send("setContentView:", this.#inside);
    this.window.send("setDelegate:", this.#delegate);
    this.#theme = themeOf(this.window.send("effectiveAppearance"));
  }

  get title(): string {
    return this.#title;
  }

  set title(title: string) {
    this.#title = title;
    this.window.send("setTitle:", nsString(shown(title, limits.title)));
  }

  get theme(): Theme {
    return this.#theme;
  }

  get look(): Look {
    return this.#look;
  }

  set look(change: Partial<Look>) {
    this.#look = { ...this.#look, ...change };
    // AppKit allows no other style to a window in a space of its own.
    this.visibility.fullScreen.whenOut(() => this.#applyLook());
  }

  leftFullScreen(): void {
    this.#applyLook();
  }

  #applyLook(): void {
    this.placement.look = this.#look;
    // A new frame forgets both.
    this.title = this.#title;
    this.window.send("makeFirstResponder:", this.view);
  }

  setOnTop(isOnTop: boolean): void {
    this.window.send("setLevel:", isOnTop ? NSFloatingWindowLevel : NSNormalWindowLevel);
    if (this.visibility.fullScreen.isOut) this.placement.keepGreenButton();
  }

  protectContent(isProtected: boolean): void {
    this.window.send("setSharingType:", isProtected ? NSWindowSharingNone : NSWindowSharingReadOnly);
  }

  /** Makes it what its spec says, and shows it if it is to be seen. */
  open(usesPrivateApi: boolean): void {
    const { spec, placement, visibility } = this;
    if (spec.transparent) this.#makeTransparent(usesPrivateApi);
    this.title = spec.title;
    applyFields(this);
    this.#takeView();
    placement.setLimits({ least: spec.minSize, most: spec.maxSize });
    if (spec.position !== null) placement.move({ type: "Logical", ...spec.position });
    else if (spec.center) placement.center();
    else placement.cascade();
    if (spec.maximized) placement.maximize();
    if (spec.fullscreen) visibility.fullScreen.isAsked = true;
    if (spec.visible) visibility.show(spec.focus);
    this.#told = this.#now();
  }

  #makeTransparent(usesPrivateApi: boolean): void {
    if (!usesPrivateApi) return warnUnsupported("transparent", reasons.transparency);
    this.window.send("setOpaque:", false);
    this.window.send("setBackgroundColor:", NSColor.send("clearColor"));
  }

  #takeView(): void {
    const view = NSView.at(this.view.address);
    view.send("setFrame:", this.#inside.send("bounds"));
    view.send("setAutoresizingMask:", NSViewWidthSizable | NSViewHeightSizable);
    this.#inside.send("addSubview:", view);
    this.window.send("makeFirstResponder:", view);
  }

  minimized(isMinimized: boolean): void {
    this.visibility.minimized(isMinimized);
  }

  fullScreenBegan(isIn: boolean): void {
    this.visibility.fullScreenBegan(isIn);
  }

  fullScreenEnded(isIn: boolean): void {
    this.visibility.fullScreenEnded(isIn);
  }

  fullScreenFailed(): void {
    this.visibility.fullScreenFailed();
  }

  inspectorAsked(): boolean {
    const isThere = this.spec.devTools && !this.#isDestroyed;
    if (isThere) this.view.toggleInspector();
    return isThere;
  }

  closeRequested(): void {
    this.#events.emit("window.closeRequested", { window: this.spec.label });
  }

  changed(): void {
    for (const listener of this.changeListeners) listener();
  }

  /** What the app is told of its place and size. */
  #now(): Told {
    const { outerPosition: place, innerSize: size, scaleFactor: scale } = readState(this);
    return { place, size, scale };
  }

  placed(): void {
    this.changed();
    this.#tellPlace();
  }

  // Of a window that gets another corner with its size AppKit tells nothing else.
  sized(): void {
    this.visibility.lookForFullScreen();
    this.changed();
    this.#tellSize();
    this.#tellPlace();
  }

  #tellPlace(): void {
    const [before, { place: position }] = [this.#told, this.#now()];
    if (before === null || (before.place.x === position.x && before.place.y === position.y)) return;
    this.#told = { ...before, place: position };
    this.#events.emit("window.moved", { window: this.spec.label, position });
  }

  #tellSize(): void {
    const [before, { size }] = [this.#told, this.#now()];
    if (before === null || (before.size.width === size.width && before.size.height === size.height)) return;
    this.#told = { ...before, size };
    this.#events.emit("window.resized", { window: this.spec.label, size });
  }

  focused(isFocused: boolean): void {
    this.cursor.follow(isFocused);
    this.changed();
    this.#events.emit("window.focused", { window: this.spec.label, isFocused });
  }

  /** Told of other colours of the screen, too. */
  scaled(): void {
    const [before, { scale: scaleFactor, size, place }] = [this.#told, this.#now()];
    if (before === null || before.scale === scaleFactor) return;
    this.#told = { place, size, scale: scaleFactor };
    this.changed();
    this.#events.emit("window.scaled", { window: this.spec.label, scaleFactor, size });
  }

  coloured(): void {
    const theme = themeOf(this.window.send("effectiveAppearance"));
    if (theme === this.#theme) return;
    this.#theme = theme;
    if (this.#told !== null) this.#events.emit("window.themed", { window: this.spec.label, theme });
  }

  filesDragged(stage: "hover" | "cancel" | "drop", paths: readonly string[]): void {
    this.#events.emit("window.filesDragged", { window: this.spec.label, stage, paths });
  }

  get isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  adopt(spec: WindowSpec): void {
    this.view.reopen(spec);
  }

  refuseAll(): void {
    this.view.refuseAll();
  }

  /** Gives back all that it holds. */
  release(): void {
    this.#isDestroyed = true;
    this.#told = null;
    this.visibility.end();
    this.changed();
    this.cursor.release();
    this.window.send("setDelegate:", null);
    this.view.close();
    endSheet(this.window.address);
    if (this.visibility.fullScreen.isUnderWay) this.#closeLater();
    else this.#close();
  }

  /** A window that is closed on its way into a full screen, or out of it, would stay on the screen for good. */
  #closeLater(): void {
    let isOpen = true;
    const close = (): void => {
      if (!isOpen) return;
      isOpen = false;
      cancel();
      this.window.send("setDelegate:", null);
      this.#close();
      betweenEvents(() => delegate[Symbol.dispose]());
    };
    const delegate = lastDelegates.make(close);
    const cancel = later(longestWay, close);
    this.window.send("setDelegate:", delegate);
  }

  #close(): void {
    this.window.send("close");
    betweenEvents(() => {
      for (const held of [this.window, this.#inside, this.#delegate]) held[Symbol.dispose]();
    });
  }

  destroy(): void {
    this.release();
    this.#events.emit("window.closed", { window: this.spec.label });
  }
}

/** What is the same for all windows. */
export interface WindowSurroundings {
  readonly events: Events;
  /** Whether interfaces that Apple does not publish may be used, as transparent windows need. */
  readonly usesPrivateApi: boolean;
}

/** Makes a window as its spec says, with a view that is in no window yet. */
export function openWindow(
  spec: WindowSpec,
  view: WindowView,
  { events, usesPrivateApi }: WindowSurroundings,
): NativeWindow {
  const window = new NativeWindow(spec, view, events);
  try {
    // The page loads while the window is built.
    view.open({ spec, events }, spec.fileDropEnabled ? window : null);
    window.open(usesPrivateApi);
    return window;
  } catch (error) {
    window.release();
    throw error;
  }
}

/** Shows the window that was hidden last, where nothing can be seen of any of them. */
export function showAgain(windows: readonly NativeWindow[]): void {
  const all = windows.map(({ visibility }) => visibility);
  if (all.some(({ isVisible }) => isVisible)) return;
  const [last] = all.toSorted((one, other) => (other.hiddenAs ?? 0) - (one.hiddenAs ?? 0));
  last?.show(true);
}
