import { later } from "../loop.ts";

// The delay before a retry while another window's transition was not over yet, and the time for
// AppKit to begin one.
const pause = 500;

/** The window that becomes fullscreen. */
export interface FullScreenWindow {
  /** Whether it is visible: only then it may be fullscreen. */
  readonly isOnScreen: boolean;
  /** It is closed. */
  readonly isOver: boolean;
  /** Begins the transition in or out; AppKit reports its end. */
  toggleFullScreen(): void;
  /** It has its previous frame and style again. */
  leftFullScreen(): void;
}

/**
 * A window's transition into a space of its own and back. It takes a second, in which AppKit
 * ignores other requests; so the requested and the reached state are separate.
 */
export class FullScreen {
  readonly #window: FullScreenWindow;
  #isAsked = false;
  #isReached = false;
  #isMoving = false;
  #hasBegun = false;
  #hasFailed = false;
  #attempts = 0;
  #whenOut: (() => void)[] = [];

  constructor(window: FullScreenWindow) {
    this.#window = window;
  }

  /** Whether the window is fullscreen, or will be after its transition. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  set isAsked(isAsked: boolean) {
    this.#isAsked = isAsked;
    this.#hasFailed = false;
    this.follow();
  }

  /** Whether the window has its own frame and style. */
  get isOut(): boolean {
    return !this.#isReached && !this.#isMoving;
  }

  /** Whether AppKit has begun a transition, and will report its end. */
  get isUnderWay(): boolean {
    return this.#hasBegun;
  }

  /** Begins the transition to the requested state. */
  follow(): void {
    const isWanted = this.#isAsked && this.#window.isOnScreen;
    if (this.#window.isOver || this.#isMoving || isWanted === this.#isReached) return;
    this.#isMoving = true;
    const attempt = ++this.#attempts;
    this.#window.toggleFullScreen();
    if (this.#hasBegun) return;
    // AppKit may have ignored it, without a report.
    later(pause, () => {
      if (attempt === this.#attempts && this.#isMoving && !this.#hasBegun && !this.#window.isOver)
        this.failed();
    });
  }

  /** Runs `task` as soon as the window has its own frame and style. */
  whenOut(task: () => void): void {
    if (this.isOut) task();
    else this.#whenOut.push(task);
  }

  /** A transition has begun, perhaps by the user. */
  began(isIn: boolean): void {
    // A window that left fullscreen to be hidden or minimized returns to it later.
    if (this.#window.isOnScreen) this.#isAsked = isIn;
    this.#isMoving = true;
    this.#hasBegun = true;
  }

  /**
   * The window is fullscreen without a transition: AppKit opens it so over a fullscreen one,
   * without a report.
   */
  found(): void {
    if (!this.isOut) return;
    this.#isAsked = true;
    this.#isReached = true;
  }

  /** A transition is over. */
  ended(isIn: boolean): void {
    this.#isMoving = false;
    this.#hasBegun = false;
    this.#isReached = isIn;
    this.#hasFailed = false;
    if (!isIn) this.#leave();
    this.follow();
  }

  /** AppKit has given up, because another window was in transition. */
  failed(): void {
    this.#isMoving = false;
    this.#hasBegun = false;
    if (!this.#isReached) this.#leave();
    if (this.#hasFailed) this.#isAsked = this.#isReached;
    else later(pause, () => this.follow());
    this.#hasFailed = true;
  }

  #leave(): void {
    this.#window.leftFullScreen();
    const tasks = this.#whenOut;
    this.#whenOut = [];
    for (const task of tasks) task();
  }
}
