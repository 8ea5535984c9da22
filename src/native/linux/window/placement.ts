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

// Milliseconds after which a compositor that did not follow a wish is taken to have refused it.
const refusal = 1000;

const noFrame: PixelSize = { width: 0, height: 0 };

/** A window whose place and size are followed. */
export interface PlacedWindow extends FramedWindow {
  /** The inside, in GTK's pixels. */
  readonly inside: PixelSize;
  readonly isDestroyed: boolean;
}

/** Where a window is, how large, and within which limits, in GTK's pixels. */
export class Placement {
  readonly #window: PlacedWindow;
  readonly #address: Address;
  #limits: SizeLimits = { min: noLimit, max: noLimit };
  /**
   * What GTK draws around the page; `null` while that is not known. Window managers draw outside of
   * a window.
   */
  #drawnFrame: PixelSize | null = windowSystem() === "wayland" ? null : noFrame;
  /**
   * Whether its limits hold: not while it is as large as the desktop makes it, see `#hasOwnSize`.
   */
  #isFree = true;
  /** Whether the desktop has still to answer the wish for a size beyond the limits. */
  #isOutgrowing = false;
  #stopAwaiting = (): void => {};
  #hiddenAt: PixelPosition | null = null;
  #wasPlaced = false;
  #isOnTop = false;
  #isResizable: boolean;
  /** The height of the menu bar, which is a part of the inside for GTK. */
  #barHeight = 0;

  constructor(window: PlacedWindow, isResizable: boolean) {
    this.#window = window;
    this.#address = window.address;
    this.#isResizable = isResizable;
    gtk.gtk_window_set_resizable(window.address, isResizable);
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

  /**
   * GTK gets limits with the frame that it draws itself, which is there from the first layout on.
   */
  #applyLimits(): void {
    if (this.#drawnFrame === null && this.#isFree) return;
    const frame = this.#frame();
    const fixed = this.#isResizable || !this.#isFree ? null : this.#fixedSize();
    // What a Wayland compositor makes as large as the screen must be so large: some end the app
    // otherwise.
    const limits = this.#isFree ? this.#limits : { ...this.#limits, max: noLimit };
    applyLimits(this.#address, fixed === null ? limits : { min: fixed, max: fixed }, frame);
    // One that is not resizable GTK makes no smaller than 200 pixels, unless it asks for its size.
    if (fixed === null) gtk.gtk_widget_set_size_request(this.#address, -1, -1);
    else
      gtk.gtk_widget_set_size_request(
        this.#address,
        fixed.width + frame.width,
        fixed.height + frame.height,
      );
    gtk.gtk_window_set_resizable(this.#address, fixed === null);
  }

  /**
   * What is around the page inside of the window. What GTK draws on Wayland is measured with the
   * menu bar.
   */
  #frame(): PixelSize {
    const { width, height } = this.#drawnFrame ?? noFrame;
    return { width, height: windowSystem() === "wayland" ? height : height + this.#barHeight };
  }

  /** GTK lets a window that is not resizable have no size but its default one. */
  #fixedSize(): PixelSize {
    return sizeWithin(this.#limits, this.givenSize, scaleOf(this.#address));
  }

  /** The size of the page that the window was given last. */
  get givenSize(): PixelSize {
    const { x, y } = pair((width, height) =>
      gtk.gtk_window_get_default_size(this.#address, width, height),
    );
    return { width: x, height: y - this.#barHeight };
  }

  /**
   * What stands above the page gets another height; the page keeps its size, where the window has a
   * size of its own.
   *
   * @param change makes it so, and returns the height
   */
  changeBar(change: () => number): void {
    const isMapped = gtk.gtk_widget_get_mapped(this.#address) !== 0;
    const size = isMapped ? this.#window.inside : this.givenSize;
    this.#barHeight = change();
    if (windowSystem() === "wayland") this.#drawnFrame = null;
    if (this.#isFree) this.resize(size);
  }

  /**
   * Looked at with each layout: the shadow grows and shrinks with the state that the window comes
   * from.
   */
  measureFrame(): void {
    if (
      windowSystem() !== "wayland" ||
      !gtk.gtk_widget_get_mapped(this.#address) ||
      !isFree(this.#address)
    )
      return;
    const frame = drawnFrame(this.#window);
    const before = this.#drawnFrame;
    if (before !== null && before.width === frame.width && before.height === frame.height) return;
    this.#drawnFrame = frame;
    this.#applyLimits();
  }

  followState(): void {
    if (this.#window.isDestroyed || !gtk.gtk_widget_get_mapped(this.#address)) return;
    const isNowFree = this.#hasOwnSize();
    if (!isNowFree) this.#isOutgrowing = false;
    // Desktops tell of other changes before they answer; limits that held by then would hold for
    // the answer, too.
    if (this.#isOutgrowing) return;
    // What is laid out is as large as it was before the change.
    if (isNowFree === this.#isFree) return this.measureFrame();
    this.#isFree = isNowFree;
    this.#applyLimits();
  }

  /**
   * Whether the desktop leaves its size to it. On X11 a maximized window keeps to its limits,
   * unless it has one size alone.
   */
  #hasOwnSize(): boolean {
    if (windowSystem() === "wayland") return isFree(this.#address);
    return !isFullscreen(this.#address) && (this.#isResizable || !isMaximized(this.#address));
  }

  maximize(): void {
    // Window managers of X11 see to limits by themselves, but call one of a fixed size maximized
    // and leave it as it is.
    if (windowSystem() === "wayland" || !this.#isResizable) this.outgrow();
    gtk.gtk_window_maximize(this.#address);
  }

  fullscreen(): void {
    this.outgrow();
    gtk.gtk_window_fullscreen(this.#address);
  }

  /** It becomes as large as the screen next, whatever its limits, also when it is not resizable. */
  outgrow(): void {
    // GDK holds to the limits it knows when the compositor answers, and some window managers do by
    // those they were told; GTK tells new ones when it lays out the window. The answer may also be
    // none, ever.
    const hadLimits = this.#isFree && (!this.#isResizable || isLimit(this.#limits.max));
    this.#isFree = false;
    this.#isOutgrowing = true;
    this.#applyLimits();
    gtk.gtk_container_check_resize(this.#address);
    // A window that is large already may not be drawn so yet; some desktops end an app that commits
    // such a one.
    if (hadLimits && windowSystem() === "wayland") commitLimits(this.#address);
    this.#awaitRefusal();
  }

  #awaitRefusal(): void {
    // The time of an earlier wish would be over too soon for this one.
    this.#stopAwaiting();
    this.#stopAwaiting = later(refusal, () => {
      // What is not on the screen is answered when it gets there.
      if (this.#window.isDestroyed || !gtk.gtk_widget_get_mapped(this.#address)) return;
      this.#isOutgrowing = false;
      this.followState();
    });
  }

  /** Makes it so large inside. */
  resize(size: PixelSize): void {
    const { width, height } = sizeWithin(this.#limits, size, scaleOf(this.#address));
    gtk.gtk_window_set_default_size(this.#address, width, height + this.#barHeight);
    gtk.gtk_window_resize(this.#address, width, height + this.#barHeight);
    this.#applyLimits();
  }

  setResizable(isResizable: boolean): void {
    const { width, height } = this.#window.inside;
    this.#isResizable = isResizable;
    if (gtk.gtk_widget_get_mapped(this.#address) && !this.#isOutgrowing)
      this.#isFree = this.#hasOwnSize();
    if (!isResizable && this.#isFree)
      gtk.gtk_window_set_default_size(this.#address, width, height + this.#barHeight);
    gtk.gtk_window_set_resizable(this.#address, isResizable || !this.#isFree);
    this.#applyLimits();
  }

  /** The page keeps its size: a frame that GTK draws is part of the window. */
  setDecorated(isDecorated: boolean): void {
    const { inside } = this.#window;
    gtk.gtk_window_set_decorated(this.#address, isDecorated);
    if (windowSystem() !== "wayland") return;
    this.#drawnFrame = null;
    if (!isFree(this.#address)) return;
    gtk.gtk_container_check_resize(this.#address);
    this.resize(inside);
  }

  // A window that comes back is a new one for the window manager: it forgot place and wishes.

  hide(): void {
    if (gtk.gtk_widget_get_mapped(this.#address))
      this.#hiddenAt = pair((x, y) => gtk.gtk_window_get_position(this.#address, x, y));
    gtk.gtk_widget_hide(this.#address);
  }

  /** Whether there is a place at which it gets onto the screen, so that GTK centres it no more. */
  get hasPlace(): boolean {
    return this.#wasPlaced || this.#hiddenAt !== null;
  }

  moveTo({ x, y }: PixelPosition): void {
    this.#wasPlaced = true;
    gtk.gtk_window_move(this.#address, x, y);
    if (this.#hiddenAt === null) return;
    // GTK takes a place for a window that is not on the screen only before it gets there for the
    // first time.
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
    if (this.#isOutgrowing) this.#awaitRefusal();
  }
}

/**
 * A size for GTK that the limits allow, as far as it can be drawn. GTK holds to them by itself
 * where the user may change the size, and only there.
 */
export function sizeWithin(limits: SizeLimits, size: PixelSize, scale: number): PixelSize {
  return wholeSize(within(limits, size), scale);
}

/**
 * What GTK has told of limits holds on Wayland from its next frame on, and GNOME answers a wish by
 * those it knows.
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
