import type { WindowSpec } from "../../../contract/ui/index.ts";
import type { PixelPosition, PixelSize, Theme } from "../../../contract/window/window.ts";
import { effectOn } from "../../../contract/window/effects.ts";
import { parseColour } from "../../colour.ts";
import type { Address } from "../../ffi/signature.ts";
import type { SizeLimits } from "../../shell/window/size-limits.ts";
import type { SystemWindow, SystemWindowEvents } from "../../toolkit.ts";
import { endSheet } from "../dialogs/sheets.ts";
import { NSColor, NSView } from "../lib/appkit/window.ts";
import { betweenEvents, later } from "../loop.ts";
import type { OwnObject } from "../objc/own-class.ts";
import { nsString } from "../objc/text.ts";
import type { WindowView } from "../page/page-view.ts";
import { Cursor } from "./cursor.ts";
import { warnUnsupported } from "./display.ts";
import { makeEffectView } from "./effect-view.ts";
import { reasons } from "./unsupported.ts";
import { Placement } from "./placement.ts";
import { WindowVisibility, type VisibilityTarget } from "./window-visibility.ts";
import { placeOf, pointSize, sizeOf } from "./screen-space.ts";
import { lookOf, styleMaskOf, type Look } from "./style.ts";
import { themeOf } from "./theme.ts";
import {
  lastDelegates,
  makeDelegate,
  makeInside,
  makeWindow,
  type OwnView,
  type OwnWindow,
  type TitleButton,
  type WindowTarget,
} from "./window-class.ts";

const NSNormalWindowLevel = 0;
const NSFloatingWindowLevel = 3;
const NSWindowSharingNone = 0;
const NSWindowSharingReadOnly = 1;
const NSViewWidthSizable = 1 << 1;
const NSViewHeightSizable = 1 << 4;

// A fullscreen transition takes a second; after this time it has failed.
const longestWay = 5000;

/** A window of the app with its view. */
export class NativeWindow implements SystemWindow, VisibilityTarget, WindowTarget {
  readonly spec: WindowSpec;
  readonly view: WindowView;
  /** Its NSWindow. */
  readonly window: OwnWindow;
  readonly placement: Placement;
  readonly visibility: WindowVisibility;
  readonly cursor = new Cursor();
  readonly events: SystemWindowEvents;
  readonly #usesPrivateApi: boolean;
  readonly #delegate: OwnObject<{}>;
  readonly #inside: OwnView;
  #look: Look;
  #title = "";

  constructor(spec: WindowSpec, { view, events, usesPrivateApi }: NativeWindowParts) {
    this.spec = spec;
    this.view = view;
    this.events = events;
    this.#usesPrivateApi = usesPrivateApi;
    this.#look = lookOf(spec);
    const inside = { x: 0, y: 0, ...pointSize({ type: "Logical", ...spec.size }, 1) };
    this.window = makeWindow(this, inside, styleMaskOf(this.#look));
    this.placement = new Placement(this.window, this.#look);
    this.visibility = new WindowVisibility(this.window, this.placement, this);
    this.#delegate = makeDelegate(this);
    this.#inside = makeInside(this, inside);
    this.window.send("setContentView:", this.#inside);
    this.window.send("setDelegate:", this.#delegate);
  }

  get place(): PixelPosition {
    return placeOf(this.window.send("frame"), this.scale);
  }

  get size(): PixelSize {
    return sizeOf(this.placement.inner, this.scale);
  }

  get scale(): number {
    return this.placement.scale;
  }

  get theme(): Theme {
    return themeOf(this.window.send("effectiveAppearance"));
  }

  read(): ReturnType<SystemWindow["read"]> {
    const { placement, visibility, window, scale, look } = this;
    return {
      innerPosition: placeOf(placement.inner, scale),
      outerSize: sizeOf(window.send("frame"), scale),
      isFullscreen: visibility.fullScreen.isAsked,
      isMinimized: visibility.isMinimized,
      isMaximized: visibility.isMaximized,
      isFocused: window.send("isKeyWindow"),
      isDecorated: look.isDecorated,
      isResizable: look.isResizable,
      isMaximizable: look.isMaximizable && look.isResizable,
      isMinimizable: look.isMinimizable,
      isClosable: look.isClosable,
      isVisible: visibility.isVisible,
    };
  }

  setTitle(title: string): void {
    this.#title = title;
    this.window.send("setTitle:", nsString(title));
  }

  get look(): Look {
    return this.#look;
  }

  setLook(change: Partial<Look>): void {
    this.#look = { ...this.#look, ...change };
    // AppKit permits no other style for a window in a space of its own.
    this.visibility.fullScreen.whenOut(() => this.#applyLook());
  }

  leftFullScreen(): void {
    this.#applyLook();
  }

  #applyLook(): void {
    this.placement.look = this.#look;
    // A new frame style resets both.
    this.setTitle(this.#title);
    this.window.send("makeFirstResponder:", this.view);
  }

  setOnTop(isOnTop: boolean): void {
    this.window.send("setLevel:", isOnTop ? NSFloatingWindowLevel : NSNormalWindowLevel);
    if (this.visibility.fullScreen.isOut) this.placement.keepGreenButton();
  }

  protectContent(isProtected: boolean): void {
    this.window.send(
      "setSharingType:",
      isProtected ? NSWindowSharingNone : NSWindowSharingReadOnly,
    );
  }

  begin(): void {
    if (this.spec.transparent) this.#makeTransparent();
    if (this.spec.effects.length > 0) this.#addEffect();
    this.window.send("setHasShadow:", this.spec.shadow);
    const view = NSView.at(this.view.address);
    view.send("setFrame:", this.#inside.send("bounds"));
    view.send("setAutoresizingMask:", NSViewWidthSizable | NSViewHeightSizable);
    this.#inside.send("addSubview:", view);
    this.window.send("makeFirstResponder:", view);
  }

  #makeTransparent(): void {
    if (!this.#usesPrivateApi) return warnUnsupported("transparent", reasons.transparency);
    this.window.send("setOpaque:", false);
    this.window.send("setBackgroundColor:", NSColor.send("clearColor"));
  }

  #addEffect(): void {
    const { effects, effectsFallback } = this.spec;
    if (!this.#usesPrivateApi) return warnUnsupported("effects", reasons.effects);
    const effect = effectOn("macos", effects);
    if (effect !== null) {
      using view = makeEffectView(effect, this.#inside.send("bounds"));
      this.#inside.send("addSubview:", view);
    } else if (effectsFallback === null) warnUnsupported("effects", reasons.noneOfEffects);
    else this.window.send("setBackgroundColor:", colourOf(effectsFallback));
  }

  setLimits(limits: SizeLimits): void {
    this.visibility.fullScreen.whenOut(() => this.placement.setLimits(limits));
  }

  show(isFocused: boolean): void {
    this.visibility.show(isFocused);
  }

  placeByDefault(): void {
    this.placement.cascade();
  }

  inspectorAsked(): boolean {
    const isThere = this.spec.devTools && !this.events.isDestroyed;
    if (isThere) this.view.toggleInspector();
    return isThere;
  }

  allows(button: TitleButton): boolean {
    const { isClosable, isMinimizable, isMaximizable, isResizable } = this.#look;
    return {
      close: isClosable,
      minimize: isMinimizable,
      zoom: isMaximizable && isResizable,
    }[button];
  }

  press(button: TitleButton): void {
    const { placement, visibility } = this;
    if (button === "close") this.events.closeRequested();
    else if (button === "minimize") visibility.minimize();
    else
      visibility.fullScreen.whenOut(() =>
        placement.isMaximized ? placement.unmaximize() : placement.maximize(),
      );
  }

  // When the corner of a window changes with its size, AppKit reports only the size.
  sized(): void {
    this.visibility.lookForFullScreen();
    this.events.sized();
    this.events.placed();
  }

  focused(isFocused: boolean): void {
    this.cursor.follow(isFocused);
    this.events.focused(isFocused);
  }

  release(): void {
    this.visibility.end();
    this.cursor.release();
    this.window.send("setDelegate:", null);
    this.view.close();
    endSheet(this.window.address);
    if (this.visibility.fullScreen.isUnderWay) this.#closeLater();
    else this.#close();
  }

  /**
   * A window that is closed during a fullscreen transition would stay on the screen permanently.
   */
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
}

function colourOf(text: string): Address {
  const { red, green, blue } = parseColour(text);
  const [r, g, b] = [red / 255, green / 255, blue / 255] as const;
  return NSColor.send("colorWithSRGBRed:green:blue:alpha:", r, g, b, 1);
}

/** The parts of a window besides its spec. */
export interface NativeWindowParts {
  /** A view that is in no window yet. */
  readonly view: WindowView;
  readonly events: SystemWindowEvents;
  /** Whether private APIs of Apple may be used, as transparent windows require. */
  readonly usesPrivateApi: boolean;
}

/** Shows the last hidden window, if none is visible. */
export function showAgain(windows: readonly NativeWindow[]): void {
  const all = windows.map(({ visibility }) => visibility);
  if (all.some(({ isVisible }) => isVisible)) return;
  const [last] = all.toSorted((one, other) => (other.hiddenAs ?? 0) - (one.hiddenAs ?? 0));
  last?.show(true);
}
