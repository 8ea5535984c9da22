import type { PixelPosition, PixelSize, Position, Size } from "../../../contract/window/window.ts";
import type { Address } from "../../ffi/signature.ts";
import { struct } from "../../ffi/struct.ts";
import { MINMAXINFO, RECT, WINDOWPLACEMENT, WINDOWPOS, user32 } from "../lib/user32.ts";
import {
  noLimit,
  sizeWithin,
  type SizeLimit,
  type SizeLimits,
} from "../../shell/window/size-limits.ts";
import { screenAt, screenOf, workArea } from "./monitors.ts";
import {
  areaOf,
  cornersOf,
  dpiOf,
  innerArea,
  outerArea,
  pixelPosition,
  rectOf,
  drawnSize,
  pixelSize,
  scaleOf,
  sharedArea,
  wholeLength,
  type Area,
} from "./pixels.ts";
import {
  applyStyle,
  extendedStyle,
  forgetMaximized,
  framelessStyleOf,
  styleOf,
  type Look,
} from "./style.ts";

const SW_HIDE = 0;
const SW_SHOWNORMAL = 1;
const SW_SHOWMINIMIZED = 2;
const SW_SHOWMAXIMIZED = 3;
const SW_SHOWNOACTIVATE = 4;
const SW_SHOW = 5;
const SW_MINIMIZE = 6;
const SW_SHOWMINNOACTIVE = 7;
const SW_SHOWNA = 8;
const SW_RESTORE = 9;

const SWP_NOSIZE = 0x1;
const SWP_NOMOVE = 0x2;
const SWP_NOZORDER = 0x4;
const SWP_NOACTIVATE = 0x10;
const SWP_FRAMECHANGED = 0x20;
const inPlace = SWP_NOZORDER | SWP_NOACTIVATE;

const HWND_TOPMOST = -1;
const HWND_NOTOPMOST = -2;

/** `SIZE` of windef.h, which `WM_GETDPISCALEDSIZE` passes as an output. */
const lengths = struct({ cx: "i32", cy: "i32" });

type Saved = ReturnType<typeof WINDOWPLACEMENT.make>;

/** The position, size and state of a window. */
export class Placement {
  readonly #window: number;
  #look: Look;
  #limits: SizeLimits = { min: noLimit, max: noLimit };
  /** The state before it became fullscreen; `null`: it is not. */
  #saved: Saved | null = null;
  /**
   * The state in which a hidden window is shown next; `null`: unchanged. Windows shows a window
   * when it is maximized.
   */
  #next: "maximized" | "minimized" | "restored" | null = null;

  constructor(window: number, look: Look) {
    this.#window = window;
    this.#look = look;
  }

  /** Whether it has a menu bar, which is a part of its frame. */
  hasMenu = false;

  get look(): Look {
    return this.#look;
  }

  /** The content area keeps its size. */
  set look(look: Look) {
    const { width, height } = innerArea(this.#window);
    this.#look = look;
    this.applyLook();
    if (this.isFree) this.fit({ width, height });
  }

  /** Applies the current frame style to the window. */
  applyLook(): void {
    applyStyle(
      this.#window,
      this.isFullscreen ? framelessStyleOf(this.#look) : styleOf(this.#look),
    );
    user32.SetWindowPos(
      this.#window,
      0,
      0,
      0,
      0,
      0,
      inPlace | SWP_NOMOVE | SWP_NOSIZE | SWP_FRAMECHANGED,
    );
  }

  get isVisible(): boolean {
    return user32.IsWindowVisible(this.#window) !== 0;
  }

  get isFullscreen(): boolean {
    return this.#saved !== null;
  }

  get isMinimized(): boolean {
    return this.#next === null ? user32.IsIconic(this.#window) !== 0 : this.#next === "minimized";
  }

  get isMaximized(): boolean {
    if (this.#saved !== null) return this.#saved.get("showCmd") === SW_SHOWMAXIMIZED;
    return this.#next === null ? user32.IsZoomed(this.#window) !== 0 : this.#next === "maximized";
  }

  /** Whether it has its requested size, rather than one that Windows sets. */
  get isFree(): boolean {
    return !this.isFullscreen && !user32.IsIconic(this.#window) && !user32.IsZoomed(this.#window);
  }

  setLimits(limits: SizeLimits): void {
    this.#limits = limits;
    if (this.isFree) this.fit(innerArea(this.#window));
  }

  /** Answers `WM_GETMINMAXINFO`. */
  limit(address: Address): void {
    const info = MINMAXINFO.at(address);
    const { isDecorated, isResizable } = this.#look;
    if (this.isFullscreen) return;
    if (!isDecorated && !isResizable) {
      // Windows would also cover the taskbar.
      const { full, work } = screenOf(this.#window);
      info.inner("ptMaxPosition").fill({ x: work.x - full.x, y: work.y - full.y });
      info.inner("ptMaxSize").fill({ x: work.width, y: work.height });
    }
    const { min: least, max: most } = this.#pixelLimits();
    const frame = this.#frame();
    const track = info.inner("ptMinTrackSize");
    const shortest = drawnSize({ width: least.width ?? 1, height: least.height ?? 1 });
    if (least.width !== null) track.set("x", shortest.width + frame.width);
    if (least.height !== null) track.set("y", shortest.height + frame.height);
    const longest = info.inner("ptMaxTrackSize");
    if (most.width !== null) longest.set("x", Math.max(most.width, least.width ?? 0) + frame.width);
    if (most.height !== null)
      longest.set("y", Math.max(most.height, least.height ?? 0) + frame.height);
  }

  #pixelLimits(): SizeLimits {
    const scale = scaleOf(this.#window);
    const whole = (length: number | null) => (length === null ? null : wholeLength(length * scale));
    const pixels = ({ width, height }: SizeLimit) => ({
      width: whole(width),
      height: whole(height),
    });
    return { min: pixels(this.#limits.min), max: pixels(this.#limits.max) };
  }

  /** The size that the window has beyond its content area. */
  #frame(dpi = dpiOf(this.#window)): PixelSize {
    if (!this.#look.isDecorated) return { width: 0, height: 0 };
    const rect = RECT.make();
    const style = styleOf(this.#look);
    user32.AdjustWindowRectExForDpi(
      rect.bytes,
      style,
      this.hasMenu,
      extendedStyle(this.#window),
      dpi,
    );
    return areaOf(rect);
  }

  /** The outer size for a content area of this size, within the limits. */
  #outerSize(size: PixelSize): PixelSize {
    const frame = this.#frame();
    const inner = drawnSize(sizeWithin(this.#pixelLimits(), size));
    return { width: inner.width + frame.width, height: inner.height + frame.height };
  }

  /**
   * Gives the content area this size. While Windows determines the size, it is stored for later.
   */
  resize(size: Size): void {
    const outer = this.#outerSize(pixelSize(size, scaleOf(this.#window)));
    this.#change((area) => ({ ...area, ...outer }), SWP_NOMOVE);
  }

  /**
   * Gives the content area of a free window this size, within the limits. A hidden one keeps the
   * state in which it is shown next.
   */
  fit(size: PixelSize): void {
    const { width, height } = this.#outerSize(size);
    user32.SetWindowPos(this.#window, 0, 0, 0, width, height, inPlace | SWP_NOMOVE);
  }

  move(position: Position): void {
    const place = pixelPosition(position, scaleOf(this.#window));
    this.#change((area) => ({ ...area, ...place }), SWP_NOSIZE);
  }

  center(): void {
    const { work } = screenOf(this.#window);
    const { width, height } =
      this.#saved === null ? outerArea(this.#window) : normalArea(this.#saved);
    const middle = (start: number, length: number, own: number) =>
      Math.round(start + (length - own) / 2);
    const place: PixelPosition = {
      x: middle(work.x, work.width, width),
      y: middle(work.y, work.height, height),
    };
    this.#change((area) => ({ ...area, ...place }), SWP_NOSIZE);
  }

  #change(change: (area: Area) => Area, flags: number): void {
    if (this.#saved !== null) return setNormalArea(this.#saved, change(normalArea(this.#saved)));
    if (user32.IsIconic(this.#window)) {
      const placement = placementOf(this.#window);
      setNormalArea(placement, change(normalArea(placement)));
      placement.set("showCmd", this.isVisible ? SW_SHOWMINNOACTIVE : SW_HIDE);
      user32.SetWindowPlacement(this.#window, placement.bytes);
      return;
    }
    this.unmaximize();
    const { x, y, width, height } = change(outerArea(this.#window));
    user32.SetWindowPos(this.#window, 0, x, y, width, height, inPlace | flags);
  }

  maximize(): void {
    if (this.#saved !== null) this.#saved.set("showCmd", SW_SHOWMAXIMIZED);
    else if (!this.isVisible) this.#next = "maximized";
    else user32.ShowWindow(this.#window, SW_SHOWMAXIMIZED);
  }

  unmaximize(): void {
    if (this.#saved !== null) this.#saved.set("showCmd", SW_SHOWNORMAL);
    else if (!this.isMaximized) return;
    else if (!this.isVisible) this.#next = user32.IsZoomed(this.#window) ? "restored" : null;
    else user32.ShowWindow(this.#window, SW_RESTORE);
  }

  minimize(): void {
    if (!this.isVisible) this.#next = "minimized";
    else user32.ShowWindow(this.#window, SW_MINIMIZE);
  }

  unminimize(): void {
    if (!this.isMinimized) return;
    if (!this.isVisible) this.#next = user32.IsIconic(this.#window) ? "restored" : null;
    else user32.ShowWindow(this.#window, SW_RESTORE);
  }

  show(isFocused: boolean): void {
    if (this.isVisible) return;
    const [command, before] = [this.#commandOfNext(isFocused), user32.GetForegroundWindow()];
    this.#next = null;
    user32.ShowWindow(this.#window, command);
    // The first time, Windows may apply the program's start parameter instead: hidden, when a tool
    // started it.
    if (!this.isVisible) user32.ShowWindow(this.#window, command);
    // Windows cannot show a window maximized without focusing it.
    if (!isFocused && command === SW_SHOWMAXIMIZED && before !== 0)
      user32.SetForegroundWindow(before);
  }

  #commandOfNext(isFocused: boolean): number {
    switch (this.#next) {
      case "maximized":
        return SW_SHOWMAXIMIZED;
      case "minimized":
        return isFocused ? SW_SHOWMINIMIZED : SW_SHOWMINNOACTIVE;
      case "restored":
        return isFocused ? SW_RESTORE : SW_SHOWNOACTIVATE;
      default:
        return isFocused ? SW_SHOW : SW_SHOWNA;
    }
  }

  hide(): void {
    user32.ShowWindow(this.#window, SW_HIDE);
  }

  setOnTop(isOnTop: boolean): void {
    const behind = isOnTop ? HWND_TOPMOST : HWND_NOTOPMOST;
    user32.SetWindowPos(this.#window, behind, 0, 0, 0, 0, SWP_NOMOVE | SWP_NOSIZE | SWP_NOACTIVATE);
  }

  setFullscreen(isFullscreen: boolean): void {
    if (isFullscreen === this.isFullscreen) return;
    if (isFullscreen) this.#enterFullscreen();
    else this.#leaveFullscreen();
  }

  #enterFullscreen(): void {
    if (this.isVisible && user32.IsIconic(this.#window))
      user32.ShowWindow(this.#window, SW_RESTORE);
    const saved = placementOf(this.#window);
    saved.set("showCmd", this.isMaximized ? SW_SHOWMAXIMIZED : SW_SHOWNORMAL);
    if (this.#next === "maximized") this.#next = null;
    this.#saved = saved;
    forgetMaximized(this.#window);
    this.applyLook();
    this.coverScreen();
  }

  #leaveFullscreen(): void {
    const saved = this.#saved;
    if (saved === null) return;
    this.#saved = null;
    this.applyLook();
    const isMaximized = saved.get("showCmd") === SW_SHOWMAXIMIZED;
    if (!this.isVisible) {
      saved.set("showCmd", SW_HIDE);
      if (isMaximized) this.#next = "maximized";
    }
    user32.SetWindowPlacement(this.#window, saved.bytes);
  }

  /** Covers the monitor with a fullscreen window, after the monitor may have changed. */
  coverScreen(): void {
    if (!this.isFullscreen) return;
    const { x, y, width, height } = screenOf(this.#window).full;
    user32.SetWindowPos(this.#window, 0, x, y, width, height, inPlace | SWP_FRAMECHANGED);
  }

  /**
   * Answers `WM_GETDPISCALEDSIZE` with the size of the window at another scale, so that its content
   * area keeps its logical size: the frame grows in other steps.
   * @returns whether it has answered
   */
  sizeAt(dpi: number, address: Address): boolean {
    if (!this.isFree) return false;
    const factor = dpi / dpiOf(this.#window);
    const { width, height } = innerArea(this.#window);
    const frame = this.#frame(dpi);
    lengths.at(address).fill({
      cx: Math.round(width * factor) + frame.width,
      cy: Math.round(height * factor) + frame.height,
    });
    return true;
  }

  /** Applies the position that Windows proposes for another scale. */
  takePlace(address: Address): void {
    if (this.isFullscreen) return this.coverScreen();
    const { x, y, width, height } = areaOf(RECT.at(address));
    user32.SetWindowPos(this.#window, 0, x, y, width, height, inPlace);
  }

  /**
   * Keeps a maximized window without decorations within the work area. Windows gives one without a
   * title bar the whole monitor, and the shell then hides the taskbar, as for a fullscreen window.
   * Answers `WM_WINDOWPOSCHANGING`: in `WM_GETMINMAXINFO` sizes are those of the primary monitor,
   * by which Windows adjusts them for larger ones.
   *
   * Source: https://devblogs.microsoft.com/oldnewthing/20150501-00/?p=44964; for the rule,
   * Chromium's `EnsureCaptionStyleSet`, and `get_min_max_info` of Wine.
   */
  keepInside(address: Address): void {
    if (this.#look.isDecorated || this.isFullscreen) return;
    if (user32.IsZoomed(this.#window) === 0 || user32.IsIconic(this.#window) !== 0) return;
    const place = WINDOWPOS.at(address);
    if ((place.get("flags") & (SWP_NOMOVE | SWP_NOSIZE)) !== 0) return;
    const [x, y] = [place.get("x"), place.get("y")];
    const wanted = { x, y, width: place.get("cx"), height: place.get("cy") };
    const inside = sharedArea(wanted, workArea(screenAt(rectOf(wanted))));
    if (inside.width === 0 || inside.height === 0) return;
    place.fill({ x: inside.x, y: inside.y, cx: inside.width, cy: inside.height });
  }

  /**
   * The content area of a window without decorations: all of it, except parts outside of the
   * screen.
   */
  takeFrame(address: Address): void {
    if (user32.IsZoomed(this.#window) === 0) return;
    // Its next position: until now it may be on another monitor, or minimized and nowhere.
    const place = RECT.at(address);
    place.fill(cornersOf(sharedArea(areaOf(place), workArea(screenAt(place)))));
  }
}

function placementOf(window: number): Saved {
  const placement = WINDOWPLACEMENT.make({ length: WINDOWPLACEMENT.size });
  user32.GetWindowPlacement(window, placement.bytes);
  return placement;
}

// Relative to the corner of the work area, both when reading and writing.
function normalArea(placement: Saved): Area {
  return areaOf(placement.inner("rcNormalPosition"));
}

function setNormalArea(placement: Saved, area: Area): void {
  placement.set("rcNormalPosition", cornersOf(area));
}
