import type { Position, Size } from "../../../contract/window/window.ts";
import { NSButton } from "../lib/controls.ts";
import type { NSWindow } from "../lib/window.ts";
import type { ObjectOf } from "../objc/object.ts";
import type { Point, Rect, Size as PointSize } from "../objc/signature.ts";
import { noLimit, sizeWithin, type SizeLimits } from "../../shell/window/size-limits.ts";
import { visibleFrameAt } from "./monitors.ts";
import { drawnSize, flipped, pointPosition, pointSize } from "./screen-space.ts";
import { fullScreen, budgeted, styleMaskOf, type Look } from "./style.ts";

// FLT_MAX, as AppKit says that there is none.
const noMost = 3.4028234663852886e38;

// Where the next window without a place goes, so that none hides another one.
let nextCorner: Point | null = null;

// What AppKit takes for granted of a window on the usual level alone: any other one could not be
// brought back from the Dock.
const NSWindowCollectionBehaviorManaged = 1 << 2;
const NSWindowCollectionBehaviorFullScreenPrimary = 1 << 7;
const NSWindowCollectionBehaviorFullScreenNone = 1 << 9;
const NSWindowZoomButton = 2;

/** Where a window is, how large, and with which frame, while it is not fullscreen. */
export class Placement {
  readonly #window: ObjectOf<typeof NSWindow>;
  #look: Look;
  #limits: SizeLimits = { min: noLimit, max: noLimit };
  /** What it was before it was maximized. */
  #before: Rect | null = null;

  constructor(window: ObjectOf<typeof NSWindow>, look: Look) {
    this.#window = window;
    this.#look = look;
    this.#limitGreenButton();
  }

  get look(): Look {
    return this.#look;
  }

  /** The inside keeps its place and size. */
  set look(look: Look) {
    this.#look = look;
    this.#setMask(styleMaskOf(look));
    this.#limitGreenButton();
  }

  /** What is not to be maximized is not made fullscreen by its user either. */
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

  /** AppKit forgets it with each new style, behaviour or level. */
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

  /** Begins the way into a space of its own, or out of it. */
  toggleFullScreen(): void {
    // AppKit has no space for other windows. When it is out again it gets its own look back.
    const mask = this.#window.send("styleMask");
    if ((mask & budgeted) !== budgeted) this.#setMask(mask | budgeted);
    this.#behave(NSWindowCollectionBehaviorFullScreenPrimary);
    this.#window.send("toggleFullScreen:", null);
  }

  /** Whether it is in a space of its own, or on its way there. */
  get isFullScreen(): boolean {
    return (this.#window.send("styleMask") & fullScreen) !== 0;
  }

  get scale(): number {
    return this.#window.send("backingScaleFactor");
  }

  /** The inside, as AppKit counts. */
  get inner(): Rect {
    return this.#window.send("contentRectForFrameRect:", this.#window.send("frame"));
  }

  get #canZoom(): boolean {
    return (this.#window.send("styleMask") & budgeted) === budgeted;
  }

  get isMaximized(): boolean {
    // AppKit takes every window that it cannot zoom for a zoomed one.
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
    // They are for the user's hand alone, as AppKit has it.
    this.#resize(this.inner);
  }

  /** Makes it so large inside, within the limits. Its top left corner stays where it is. */
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

  /** Puts the top left corner of the outside there. */
  move(position: Position): void {
    this.#before = null;
    this.#window.send("setFrameTopLeftPoint:", flipped(pointPosition(position, this.scale)));
  }

  /** Puts it into the middle of the part of its screen that neither menu bar nor Dock covers. */
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
   * Puts it where AppKit puts new windows: the first one into the middle, others beside the one
   * before.
   */
  cascade(): void {
    if (nextCorner === null) this.#window.send("center");
    const { x, y, height } = this.#window.send("frame");
    nextCorner = this.#window.send("cascadeTopLeftFromPoint:", nextCorner ?? { x, y: y + height });
  }
}
