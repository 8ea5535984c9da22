import { later } from "../loop.ts";

// Before the next try when another window's way into a space of its own was not over yet, and how
// long AppKit has to begin.
const pause = 500;

/** The window that is made fullscreen. */
export interface FullScreenWindow {
  /** Whether something of it is to be seen: only then it may be fullscreen. */
  readonly isOnScreen: boolean;
  /** It has gone. */
  readonly isOver: boolean;
  /** Begins the way in or out, of which AppKit tells when it is over. */
  toggleFullScreen(): void;
  /** It has the frame and style again that it had before. */
  leftFullScreen(): void;
}

/**
 * A window's way into a space of its own and back. It takes a second, in which AppKit hears no
 * other wish; so what is asked and what is reached are two things.
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

  /** Whether the window is fullscreen, or will be when it is there. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  set isAsked(isAsked: boolean) {
    this.#isAsked = isAsked;
    this.#hasFailed = false;
    this.follow();
  }

  /** Whether the window has the frame and style of its own. */
  get isOut(): boolean {
    return !this.#isReached && !this.#isMoving;
  }

  /** Whether it is on a way that AppKit has begun, and will tell the end of. */
  get isUnderWay(): boolean {
    return this.#hasBegun;
  }

  /** Goes where it should be now. */
  follow(): void {
    const isWanted = this.#isAsked && this.#window.isOnScreen;
    if (this.#window.isOver || this.#isMoving || isWanted === this.#isReached) return;
    this.#isMoving = true;
    const attempt = ++this.#attempts;
    this.#window.toggleFullScreen();
    if (this.#hasBegun) return;
    // AppKit may not have heard it, and says nothing then.
    later(pause, () => {
      if (attempt === this.#attempts && this.#isMoving && !this.#hasBegun && !this.#window.isOver)
        this.failed();
    });
  }

  /** Runs `task` as soon as the window has the frame and style of its own. */
  whenOut(task: () => void): void {
    if (this.isOut) task();
    else this.#whenOut.push(task);
  }

  /** A way has begun; the user may have begun it. */
  began(isIn: boolean): void {
    // One that is left to be hidden or minimized goes back later.
    if (this.#window.isOnScreen) this.#isAsked = isIn;
    this.#isMoving = true;
    this.#hasBegun = true;
  }

  /**
   * The window is there, and came by no way: AppKit opens one so over one that is fullscreen, and
   * tells nobody.
   */
  found(): void {
    if (!this.isOut) return;
    this.#isAsked = true;
    this.#isReached = true;
  }

  /** A way is over. */
  ended(isIn: boolean): void {
    this.#isMoving = false;
    this.#hasBegun = false;
    this.#isReached = isIn;
    this.#hasFailed = false;
    if (!isIn) this.#leave();
    this.follow();
  }

  /** AppKit has given up, since another window was on its way. */
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
