import { bringForward, bringForwardAtStart } from "../app/application.ts";
import { orderOut } from "../dialogs/sheets.ts";
import type { NSWindow } from "../lib/appkit/window.ts";
import type { SystemWindowEvents } from "../../toolkit.ts";
import type { ObjectOf } from "../objc/object.ts";
import { FullScreen } from "./full-screen.ts";
import type { Placement } from "./placement.ts";

/** Receives changes of a window's visibility. */
export interface VisibilityTarget {
  /** It has the frame again that it had before it was fullscreen. */
  leftFullScreen(): void;
  readonly events: Pick<SystemWindowEvents, "changed">;
}

// The number of times that a window was hidden.
let hidden = 0;

/** The visibility of a window: shown, minimized, in a space of its own. */
export class WindowVisibility {
  readonly fullScreen = new FullScreen(this);
  readonly #window: ObjectOf<typeof NSWindow>;
  readonly #placement: Placement;
  readonly #target: VisibilityTarget;
  #isVisible = false;
  #isMinimized = false;
  #hiddenAs: number | null = null;
  #wasMaximized = false;
  #isOver = false;

  constructor(window: ObjectOf<typeof NSWindow>, placement: Placement, target: VisibilityTarget) {
    this.#window = window;
    this.#placement = placement;
    this.#target = target;
  }

  /** Whether the app shows it: also while it is minimized. */
  get isVisible(): boolean {
    return this.#isVisible;
  }

  get isMinimized(): boolean {
    return this.#isMinimized;
  }

  /** For a fullscreen window: whether it will be when it leaves its space. */
  get isMaximized(): boolean {
    return this.fullScreen.isOut ? this.#placement.isMaximized : this.#wasMaximized;
  }

  /** The higher it is, the later the window was hidden; `null`: it never was. */
  get hiddenAs(): number | null {
    return this.#hiddenAs;
  }

  /** Whether a part of it is visible, unless another window covers it. */
  get isOnScreen(): boolean {
    return this.#isVisible && !this.#isMinimized;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  show(isFocused: boolean): void {
    this.#isVisible = true;
    if (this.#isMinimized) this.#window.send("miniaturize:", null);
    else if (isFocused) this.#window.send("makeKeyAndOrderFront:", null);
    else this.#window.send("orderFront:", null);
    if (isFocused) bringForwardAtStart();
    this.lookForFullScreen();
    this.#follow();
  }

  hide(): void {
    if (this.#isVisible) this.#hiddenAs = ++hidden;
    this.#isVisible = false;
    this.#follow();
    this.fullScreen.whenOut(() => {
      if (!this.#isVisible) orderOut(this.#window.address);
    });
  }

  minimize(): void {
    this.#isMinimized = true;
    this.#follow();
    this.fullScreen.whenOut(() => {
      if (this.#isMinimized && this.#isVisible) this.#window.send("miniaturize:", null);
    });
  }

  unminimize(): void {
    if (!this.#isMinimized) return;
    this.#isMinimized = false;
    if (this.#isVisible) this.#window.send("deminiaturize:", null);
    this.#follow();
  }

  /** Gives it the keyboard focus, and the app the menu bar; a hidden window stays hidden. */
  focus(): void {
    if (!this.#isVisible) return;
    this.unminimize();
    bringForward();
    this.#window.send("makeKeyAndOrderFront:", null);
  }

  /** The window is minimized or will be, at any request. */
  minimized(isMinimized: boolean): void {
    this.#isMinimized = isMinimized;
    this.#follow();
  }

  // A fullscreen window leaves its space to be hidden or minimized, and returns afterwards.
  #follow(): void {
    this.fullScreen.follow();
    this.#target.events.changed();
  }

  lookForFullScreen(): void {
    if (this.#placement.isFullScreen) this.fullScreen.found();
  }

  toggleFullScreen(): void {
    this.#placement.toggleFullScreen();
  }

  fullScreenBegan(isIn: boolean): void {
    if (isIn) this.#wasMaximized = this.#placement.isMaximized;
    this.fullScreen.began(isIn);
    this.#target.events.changed();
  }

  fullScreenEnded(isIn: boolean): void {
    this.fullScreen.ended(isIn);
    this.#target.events.changed();
  }

  fullScreenFailed(): void {
    this.fullScreen.failed();
    this.#target.events.changed();
  }

  leftFullScreen(): void {
    this.#target.leftFullScreen();
  }

  /** The window is closed. */
  end(): void {
    this.#isOver = true;
  }
}
