import { callback } from "../../ffi/callback.ts";
import { gdi32 } from "../lib/gdi32.ts";
import { instance } from "../lib/kernel32.ts";
import { user32 } from "../lib/user32.ts";
import { noWindow, registerClass } from "../registered-class.ts";
import { halves, innerArea, scaleOf, type Area } from "./pixels.ts";

// The page covers all of a window without decorations, and only the engine receives its mouse
// events. So an invisible ring lies above the page, along the edges, and passes presses on to the
// window.

const WS_CHILD = 0x4000_0000;
const WS_CLIPSIBLINGS = 0x0400_0000;
const SW_HIDE = 0;
const SWP_NOACTIVATE = 0x10;
const SWP_SHOWWINDOW = 0x40;
const HWND_TOP = 0;
const RGN_DIFF = 4;

const WM_ERASEBKGND = 0x0014;
const WM_NCHITTEST = 0x0084;
const WM_NCLBUTTONDOWN = 0x00a1;
const WM_NCLBUTTONDBLCLK = 0x00a3;

const HTCLIENT = 1;
// From the left to the right, from the top to the bottom.
const hits = [
  [13, 12, 14],
  [10, HTCLIENT, 11],
  [16, 15, 17],
] as const;

/** In logical pixels; everything inside of it belongs to the page. */
const thickness = 5;

/** The part of a window at a position on the screen: a side, a corner, or its inside. */
export function hitOf(
  { x, y }: { readonly x: number; readonly y: number },
  area: Area,
  border: number,
): number {
  const third = (place: number, start: number, length: number): 0 | 1 | 2 =>
    place < start + border ? 0 : place >= start + length - border ? 2 : 1;
  return hits[third(y, area.y, area.height)][third(x, area.x, area.width)];
}

const windows = new Map<number, number>();

const received = callback("luLl>l", (ring, message, wParam, lParam) => {
  const window = windows.get(ring);
  if (window === undefined) return user32.DefWindowProcW(ring, message, wParam, lParam);
  switch (message) {
    case WM_NCHITTEST:
      return hitOf(halves(lParam), innerArea(window), borderOf(window));
    case WM_NCLBUTTONDOWN:
    case WM_NCLBUTTONDBLCLK:
      user32.ReleaseCapture();
      user32.PostMessageW(window, message, wParam, lParam);
      return 0;
    case WM_ERASEBKGND:
      return 1;
    default:
      return user32.DefWindowProcW(ring, message, wParam, lParam);
  }
});

let made: Uint8Array | undefined;

function ringClass(): Uint8Array {
  return (made ??= registerClass("FrameworkResizeBorder", received()));
}

function borderOf(window: number): number {
  return Math.round(thickness * scaleOf(window));
}

/**
 * The ring along the edges of one window, created when it is first needed. It is destroyed with the
 * window.
 */
export class ResizeBorder implements Disposable {
  readonly #window: number;
  #ring: number | null = null;

  constructor(window: number) {
    this.#window = window;
  }

  /** Puts it above all current children of the window. */
  show(): void {
    const ring = (this.#ring ??= this.#make());
    const { width, height } = innerArea(this.#window);
    const border = borderOf(this.#window);
    const region = gdi32.CreateRectRgn(0, 0, width, height);
    const inside = gdi32.CreateRectRgn(border, border, width - border, height - border);
    gdi32.CombineRgn(region, region, inside, RGN_DIFF);
    gdi32.DeleteObject(inside);
    // The system owns the region from here on.
    user32.SetWindowRgn(ring, region, false);
    user32.SetWindowPos(ring, HWND_TOP, 0, 0, width, height, SWP_NOACTIVATE | SWP_SHOWWINDOW);
  }

  hide(): void {
    if (this.#ring !== null) user32.ShowWindow(this.#ring, SW_HIDE);
  }

  #make(): number {
    const name = ringClass();
    const style = WS_CHILD | WS_CLIPSIBLINGS;
    const ring = user32.CreateWindowExW(
      0,
      name,
      name,
      style,
      0,
      0,
      0,
      0,
      this.#window,
      0,
      instance(),
      null,
    );
    if (ring === 0) throw noWindow("CreateWindowExW");
    windows.set(ring, this.#window);
    return ring;
  }

  [Symbol.dispose](): void {
    if (this.#ring !== null) windows.delete(this.#ring);
    this.#ring = null;
  }
}
