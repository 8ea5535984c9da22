import type { PixelPosition, PixelSize } from "../../../contract/window/window.ts";
import type { Address } from "../../ffi/signature.ts";
import {
  isLimit,
  noLimit,
  sizeWithin as within,
  type SizeLimits,
} from "../../shell/window/size-limits.ts";
import { gdk, gdkWayland } from "../lib/gdk.ts";
import { gtk } from "../lib/gtk.ts";
import { wayland, WL_SURFACE_COMMIT } from "../lib/wayland.ts";
import { later } from "../loop.ts";
import { changeCompositorFrame, chooseCompositorFrame } from "./compositor-frame.ts";
import { windowSystem } from "./display.ts";
import { drawnFrame, type FramedWindow } from "./drawn-frame.ts";
import {
  isFree,
  isFullscreen,
  isMaximized,
  longestLength,
  pair,
  scaleOf,
  surfaceOf,
  wholeLength,
  wholeSize,
} from "./surface.ts";

// Milliseconds after which a compositor that did not follow a request is assumed to have refused
// it.
const refusal = 1000;

const noFrame: PixelSize = { width: 0, height: 0 };

/** A window whose position and size are tracked. */
export interface PlacedWindow extends FramedWindow {
  /** The content area, in GTK's pixels. */
  readonly inside: PixelSize;
  readonly isDestroyed: boolean;
}

/** The position, size and limits of a window, in GTK's pixels. */
export class Placement {
  readonly #window: PlacedWindow;
  readonly #address: Address;
  #limits: SizeLimits = { min: noLimit, max: noLimit };
  /**
   * GTK's decorations around the page; `null` while unknown. Window managers draw outside of a
   * window.
   */
  #drawnFrame: PixelSize | null = windowSystem() === "wayland" ? null : noFrame;
  /** Whether its limits apply: not while the desktop determines its size, see `#hasOwnSize`. */
  #isFree = true;
  /** Whether the desktop has yet to answer the request for a size beyond the limits. */
  #isOutgrowing = false;
  #stopAwaiting = (): void => {};
  #hiddenAt: PixelPosition | null = null;
  /** The state in which a hidden window is shown next. The window manager forgets it. */
  #isMaximizedNext = false;
  #isFullscreenNext = false;
  #wasPlaced = false;
  #isOnTop = false;
  #isResizable: boolean;
  /** The height of the menu bar, which belongs to the content area for GTK. */
  #barHeight = 0;

  constructor(window: PlacedWindow, isResizable: boolean) {
    this.#window = window;
    this.#address = window.address;
    this.#isResizable = isResizable;
    fixByToolkit(window.address, !isResizable);
  }

  get isResizable(): boolean {
    return this.#isResizable;
  }

  setOnTop(isOnTop: boolean): void {
    this.#isOnTop = isOnTop;
    gtk.gtk_window_set_keep_above(this.#address, isOnTop);
  }

  setLimits(limits: SizeLimits): void {
    this.#limits = limits;
    this.#applyLimits();
  }

  /** GTK gets limits including its own decorations, which exist from the first layout on. */
  #applyLimits(): void {
    if (this.#drawnFrame === null && this.#isFree) return;
    const frame = this.#frame();
    const fixed = this.#isResizable || !this.#isFree ? null : this.#fixedSize();
    // A window that a Wayland compositor makes as large as the screen must accept that size: some
    // end the app otherwise.
    const limits = this.#isFree ? this.#limits : { ...this.#limits, max: noLimit };
    applyLimits(this.#address, fixed === null ? limits : { min: fixed, max: fixed }, frame);
    // GTK makes a window that is not resizable no smaller than 200 pixels, unless it requests its
    // size.
    if (fixed === null) gtk.gtk_widget_set_size_request(this.#address, -1, -1);
    else
      gtk.gtk_widget_set_size_request(
        this.#address,
        fixed.width + frame.width,
        fixed.height + frame.height,
      );
    fixByToolkit(this.#address, fixed !== null);
  }

  /**
   * The space around the page inside of the window. GTK's decorations on Wayland are measured
   * together with the menu bar.
   */
  #frame(): PixelSize {
    const { width, height } = this.#drawnFrame ?? noFrame;
    return { width, height: windowSystem() === "wayland" ? height : height + this.#barHeight };
  }

  /** GTK gives a window that is not resizable only its default size. */
  #fixedSize(): PixelSize {
    return sizeWithin(this.#limits, this.givenSize, scaleOf(this.#address));
  }

  /** The last requested size of the page. */
  get givenSize(): PixelSize {
    const { x, y } = pair((width, height) =>
      gtk.gtk_window_get_default_size(this.#address, width, height),
    );
    return { width: x, height: y - this.#barHeight };
  }

  /**
   * The widgets above the page get another height; the page keeps its size, if the window has a
   * size of its own.
   *
   * @param change applies it, and returns the height
   */
  changeBar(change: () => number): void {
    const size = this.#isMapped ? this.#window.inside : this.givenSize;
    this.#barHeight = change();
    if (windowSystem() === "wayland") this.#drawnFrame = null;
    if (this.#isFree) this.resize(size);
  }

  /** Read at each layout: the shadow grows and shrinks with the previous state of the window. */
  measureFrame(): void {
    if (windowSystem() !== "wayland" || !this.#isMapped || !isFree(this.#address)) return;
    const frame = drawnFrame(this.#window);
    const before = this.#drawnFrame;
    if (before !== null && before.width === frame.width && before.height === frame.height) return;
    this.#drawnFrame = frame;
    this.#applyLimits();
  }

  followState(): void {
    if (this.#window.isDestroyed || !this.#isMapped) return;
    const isNowFree = this.#hasOwnSize();
    if (!isNowFree) this.#isOutgrowing = false;
    // Desktops report other changes before they answer; limits that applied then would apply to the
    // answer, too.
    if (this.#isOutgrowing) return;
    // The current layout still has the size from before the change.
    if (isNowFree === this.#isFree) return this.measureFrame();
    this.#isFree = isNowFree;
    this.#applyLimits();
  }

  /**
   * Whether the window has a size of its own. On X11 a maximized window keeps its limits, unless
   * its size is fixed.
   */
  #hasOwnSize(): boolean {
    if (windowSystem() === "wayland") return isFree(this.#address);
    return !isFullscreen(this.#address) && (this.#isResizable || !isMaximized(this.#address));
  }

  get #isMapped(): boolean {
    return gtk.gtk_widget_get_mapped(this.#address) !== 0;
  }

  get isMaximized(): boolean {
    return this.#isMapped ? isMaximized(this.#address) : this.#isMaximizedNext;
  }

  get isFullscreen(): boolean {
    return this.#isMapped ? isFullscreen(this.#address) : this.#isFullscreenNext;
  }

  maximize(): void {
    this.#isMaximizedNext = true;
    // Window managers of X11 respect limits by themselves, but report a window of fixed size as
    // maximized without resizing it.
    if (windowSystem() === "wayland" || !this.#isResizable) this.outgrow();
    gtk.gtk_window_maximize(this.#address);
  }

  unmaximize(): void {
    this.#isMaximizedNext = false;
    gtk.gtk_window_unmaximize(this.#address);
  }

  setFullscreen(isFullscreen: boolean): void {
    this.#isFullscreenNext = isFullscreen;
    if (!isFullscreen) return gtk.gtk_window_unfullscreen(this.#address);
    this.outgrow();
    gtk.gtk_window_fullscreen(this.#address);
  }

  /**
   * Its next size is that of the screen, regardless of its limits, even when it is not resizable.
   */
  outgrow(): void {
    // GDK applies the limits it knows when the compositor answers, and some window managers apply
    // those they received; GTK sends new ones when it lays out the window. There may never be an
    // answer.
    const hadLimits = this.#isFree && (!this.#isResizable || isLimit(this.#limits.max));
    this.#isFree = false;
    this.#isOutgrowing = true;
    this.#applyLimits();
    gtk.gtk_container_check_resize(this.#address);
    // A large window may not be drawn at that size yet; some desktops end an app that commits it
    // then.
    if (hadLimits && windowSystem() === "wayland") commitLimits(this.#address);
    this.#awaitRefusal();
  }

  #awaitRefusal(): void {
    // The time limit of an earlier request would end too soon for this one.
    this.#stopAwaiting();
    this.#stopAwaiting = later(refusal, () => {
      // A hidden window gets its answer when it is shown.
      if (this.#window.isDestroyed || !this.#isMapped) return;
      this.#isOutgrowing = false;
      this.followState();
    });
  }

  /** Gives the content area this size. */
  resize(size: PixelSize): void {
    const { width, height } = sizeWithin(this.#limits, size, scaleOf(this.#address));
    gtk.gtk_window_set_default_size(this.#address, width, height + this.#barHeight);
    gtk.gtk_window_resize(this.#address, width, height + this.#barHeight);
    this.#applyLimits();
  }

  setResizable(isResizable: boolean): void {
    const { width, height } = this.#window.inside;
    this.#isResizable = isResizable;
    if (this.#isMapped && !this.#isOutgrowing) this.#isFree = this.#hasOwnSize();
    else if (!this.#isMapped && this.#isMaximizedNext && !isResizable) this.outgrow();
    if (!isResizable && this.#isFree)
      gtk.gtk_window_set_default_size(this.#address, width, height + this.#barHeight);
    fixByToolkit(this.#address, !isResizable && this.#isFree);
    this.#applyLimits();
    // GTK sends them when it lays out the window, after a request to maximize it that follows.
    if (this.#isMapped) gtk.gtk_container_check_resize(this.#address);
  }

  /** The page keeps its size: GTK's decorations are part of the window. */
  setDecorated(isDecorated: boolean): void {
    const { inside } = this.#window;
    gtk.gtk_window_set_decorated(this.#address, isDecorated);
    if (windowSystem() !== "wayland") return;
    changeCompositorFrame(this.#address);
    this.#drawnFrame = null;
    if (!isFree(this.#address)) return;
    gtk.gtk_container_check_resize(this.#address);
    this.resize(inside);
  }

  // A window that returns is a new one for the window manager, which forgot its position and
  // requests.

  hide(): void {
    if (this.#isMapped) {
      this.#hiddenAt = pair((x, y) => gtk.gtk_window_get_position(this.#address, x, y));
      this.#isMaximizedNext = isMaximized(this.#address);
      this.#isFullscreenNext = isFullscreen(this.#address);
    }
    gtk.gtk_widget_hide(this.#address);
  }

  /** Whether it has a position for its appearance on the screen, so that GTK does not centre it. */
  get hasPlace(): boolean {
    return this.#wasPlaced || this.#hiddenAt !== null;
  }

  moveTo({ x, y }: PixelPosition): void {
    this.#wasPlaced = true;
    gtk.gtk_window_move(this.#address, x, y);
    if (this.#hiddenAt === null) return;
    // GTK accepts a position for a hidden window only before it is shown for the first time.
    this.#hiddenAt = { x, y };
    gdk.gdk_window_move(surfaceOf(this.#address), x, y);
  }

  show(): void {
    const place = this.#hiddenAt;
    this.#hiddenAt = null;
    if (place !== null) {
      gtk.gtk_window_move(this.#address, place.x, place.y);
      gtk.gtk_window_set_keep_above(this.#address, this.#isOnTop);
    }
    gtk.gtk_widget_show(this.#address);
    chooseCompositorFrame(this.#address);
    if (this.#isOutgrowing) this.#awaitRefusal();
  }
}

/**
 * A size for GTK within the limits, as far as it can be drawn. GTK itself applies limits only to
 * windows that the user may resize.
 */
export function sizeWithin(limits: SizeLimits, size: PixelSize, scale: number): PixelSize {
  return wholeSize(within(limits, size), scale);
}

/**
 * GTK makes a window that is not resizable at least as large as its content wants to be, and
 * WebKitGTK wants all of the page if that was laid out before the window was shown. On X11 equal
 * limits do the same for window managers; on Wayland GTK's own title bar needs to know.
 */
function fixByToolkit(address: Address, isFixed: boolean): void {
  if (windowSystem() === "wayland") gtk.gtk_window_set_resizable(address, !isFixed);
}

/**
 * GTK's limits apply on Wayland from its next frame on, and GNOME answers a request by those it
 * knows.
 */
function commitLimits(address: Address): void {
  if (!gtk.gtk_widget_get_mapped(address)) return;
  const surface = gdkWayland.gdk_wayland_window_get_wl_surface(surfaceOf(address));
  if (surface !== null) wayland.wl_proxy_marshal_array(surface, WL_SURFACE_COMMIT, null);
}

const GDK_HINT_MIN_SIZE = 1 << 1;
const GDK_HINT_MAX_SIZE = 1 << 2;

function applyLimits(address: Address, { min, max }: SizeLimits, frame: PixelSize): void {
  const { width: minWidth, height: minHeight } = wholeSize(
    { width: min.width ?? 1, height: min.height ?? 1 },
    scaleOf(address),
  );
  // GdkGeometry: min width, min height, max width, max height, …; 56 bytes.
  const geometry = new Int32Array(14);
  geometry[0] = minWidth + frame.width;
  geometry[1] = minHeight + frame.height;
  geometry[2] = Math.max(wholeLength(max.width ?? longestLength), minWidth) + frame.width;
  geometry[3] = Math.max(wholeLength(max.height ?? longestLength), minHeight) + frame.height;
  const hints = (isLimit(min) ? GDK_HINT_MIN_SIZE : 0) | (isLimit(max) ? GDK_HINT_MAX_SIZE : 0);
  gtk.gtk_window_set_geometry_hints(address, null, geometry, hints);
}
