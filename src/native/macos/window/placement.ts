import type { Position, Size } from "../../../contract/window/window.ts";
import { NSButton } from "../lib/appkit/controls.ts";
import type { NSWindow } from "../lib/appkit/window.ts";
import type { ObjectOf } from "../objc/object.ts";
import type { Point, Rect, Size as PointSize } from "../objc/signature.ts";
import { noLimit, sizeWithin, type SizeLimits } from "../../shell/window/size-limits.ts";
import { visibleFrameAt } from "./monitors.ts";
import { drawnSize, flipped, pointPosition, pointSize } from "./screen-space.ts";
import { fullScreen, budgeted, styleMaskOf, type Look } from "./style.ts";

// FLT_MAX, AppKit's value for no maximum.
const noMost = 3.4028234663852886e38;

// The position of the next window without one, so that none hides another.
let nextCorner: Point | null = null;

// AppKit's default for windows of the normal level only: any other window could not be restored
// from the Dock.
const NSWindowCollectionBehaviorManaged = 1 << 2;
const NSWindowCollectionBehaviorFullScreenPrimary = 1 << 7;
const NSWindowCollectionBehaviorFullScreenNone = 1 << 9;
const NSWindowZoomButton = 2;

/** The position, size and frame style of a window, while it is not fullscreen. */
export class Placement {
  readonly #window: ObjectOf<typeof NSWindow>;
  #look: Look;
  #limits: SizeLimits = { min: noLimit, max: noLimit };
  /** The frame before it was maximized. */
  #before: Rect | null = null;

  constructor(window: ObjectOf<typeof NSWindow>, look: Look) {
    this.#window = window;
    this.#look = look;
    this.#limitGreenButton();
  }

  get look(): Look {
    return this.#look;
  }

  /** The content area keeps its position and size. */
  set look(look: Look) {
    this.#look = look;
    this.#setMask(styleMaskOf(look));
    this.#limitGreenButton();
  }

  /** A window that cannot be maximized cannot be made fullscreen by its user, either. */
  #limitGreenButton(): void {
    this.#behave(
      this.#isFree
        ? NSWindowCollectionBehaviorFullScreenPrimary
        : NSWindowCollectionBehaviorFullScreenNone,
    );
    this.keepGreenButton();
  }

  #behave(inFullScreen: number): void {
    this.#window.send("setCollectionBehavior:", NSWindowCollectionBehaviorManaged | inFullScreen);
  }

  /** AppKit resets it with each new style, behaviour or level. */
  keepGreenButton(): void {
    const button = this.#window.send("standardWindowButton:", NSWindowZoomButton);
    if (button !== null) NSButton.at(button).send("setEnabled:", this.#isFree);
  }

  get #isFree(): boolean {
    return this.#look.isMaximizable && this.#look.isResizable;
  }

  #setMask(mask: number): void {
    const { inner } = this;
    this.#window.send("setStyleMask:", mask | (this.#window.send("styleMask") & fullScreen));
    this.#window.send(
      "setFrame:display:",
      this.#window.send("frameRectForContentRect:", inner),
      true,
    );
  }

  /** Begins the transition into a space of its own, or out of it. */
  toggleFullScreen(): void {
    // AppKit has no space for other windows. After the transition out it gets its own look back.
    const mask = this.#window.send("styleMask");
    if ((mask & budgeted) !== budgeted) this.#setMask(mask | budgeted);
    this.#behave(NSWindowCollectionBehaviorFullScreenPrimary);
    this.#window.send("toggleFullScreen:", null);
  }

  /** Whether it is in a space of its own, or in transition to it. */
  get isFullScreen(): boolean {
    return (this.#window.send("styleMask") & fullScreen) !== 0;
  }

  get scale(): number {
    return this.#window.send("backingScaleFactor");
  }

  /** The content area, in AppKit's coordinates. */
  get inner(): Rect {
    return this.#window.send("contentRectForFrameRect:", this.#window.send("frame"));
  }

  get #canZoom(): boolean {
    return (this.#window.send("styleMask") & budgeted) === budgeted;
  }

  get isMaximized(): boolean {
    // AppKit reports every window that it cannot zoom as zoomed.
    return this.#canZoom ? this.#window.send("isZoomed") : this.#before !== null;
  }

  maximize(): void {
    if (this.isMaximized) return;
    const frame = this.#window.send("frame");
    this.#before = frame;
    if (this.#canZoom) this.#window.send("zoom:", null);
    else this.#window.send("setFrame:display:", visibleFrameAt(frame), true);
  }

  unmaximize(): void {
    const before = this.#before;
    if (!this.isMaximized) return;
    this.#before = null;
    if (this.#canZoom) this.#window.send("zoom:", null);
    else if (before !== null) this.#window.send("setFrame:display:", before, true);
  }

  setLimits(limits: SizeLimits): void {
    this.#limits = limits;
    const { min, max } = limits;
    const least = drawnSize({ width: min.width ?? 1, height: min.height ?? 1 }, this.scale);
    this.#window.send("setContentMinSize:", least);
    this.#window.send("setContentMaxSize:", {
      width: Math.max(max.width ?? noMost, least.width),
      height: Math.max(max.height ?? noMost, least.height),
    });
    // AppKit applies limits only to resizing by the user.
    this.#resize(this.inner);
  }

  /** Gives the content area this size, within the limits. Its top left corner stays. */
  resize(size: Size): void {
    this.#before = null;
    this.#resize(pointSize(size, this.scale));
  }

  #resize(size: PointSize): void {
    const { x, y, width, height } = this.inner;
    const now = pointSize({ type: "Logical", ...sizeWithin(this.#limits, size) }, this.scale);
    if (now.width === width && now.height === height) return;
    const inner = { x, y: y + height - now.height, ...now };
    this.#window.send(
      "setFrame:display:",
      this.#window.send("frameRectForContentRect:", inner),
      true,
    );
  }

  /** Moves the top left corner of the outer frame there. */
  move(position: Position): void {
    this.#before = null;
    this.#window.send("setFrameTopLeftPoint:", flipped(pointPosition(position, this.scale)));
  }

  /** Centres it in the part of its screen without menu bar and Dock. */
  center(): void {
    const { width, height, ...place } = this.#window.send("frame");
    const area = visibleFrameAt({ ...place, width, height });
    const corner = {
      x: Math.round(area.x + (area.width - width) / 2),
      y: Math.round(area.y + (area.height + height) / 2),
    };
    this.#window.send("setFrameTopLeftPoint:", corner);
  }

  /**
   * Puts it at AppKit's position for new windows: the first one in the middle, others beside the
   * previous one.
   */
  cascade(): void {
    if (nextCorner === null) this.#window.send("center");
    const { x, y, height } = this.#window.send("frame");
    nextCorner = this.#window.send("cascadeTopLeftFromPoint:", nextCorner ?? { x, y: y + height });
  }
}
