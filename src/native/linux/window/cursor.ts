import { FrameworkError } from "../../../contract/errors.ts";
import type { CursorIcon, PixelPosition } from "../../../contract/window/window.ts";
import type { Address } from "../../ffi/signature.ts";
import { warnUnsupported, windowSystem } from "./display.ts";
import { gdk, gdkX11 } from "../lib/gdk.ts";
import { gobject } from "../lib/gobject.ts";
import { x11 } from "../lib/x11.ts";
import { pair, surfaceOf } from "./surface.ts";

const ButtonPressMask = 1 << 2;
const ButtonReleaseMask = 1 << 3;
const PointerMotionMask = 1 << 6;
const GDK_BUTTON1_MASK = 1 << 8;
const GrabModeAsync = 1;
const GrabSuccess = 0;
const None = 0;
const CurrentTime = 0;

/**
 * The pointer over one window. A cursor that the page sets for an element of its own, such as a
 * link, takes precedence.
 */
export class Cursor {
  readonly #window: Address;
  #icon: CursorIcon = "default";
  #isVisible = true;

  constructor(window: Address) {
    this.#window = window;
  }

  set icon(icon: CursorIcon) {
    this.#icon = icon;
    this.#show();
  }

  set isVisible(isVisible: boolean) {
    this.#isVisible = isVisible;
    this.#show();
  }

  #show(): void {
    const display = gdk.gdk_display_get_default();
    if (display === null) return;
    const name = this.#isVisible ? cssName(this.#icon) : "none";
    const cursor = gdk.gdk_cursor_new_from_name(display, name);
    if (cursor === null)
      return warnUnsupported(
        `the cursor "${name}"`,
        "the desktop's cursor theme has none of this name",
      );
    gdk.gdk_window_set_cursor(surfaceOf(this.#window), cursor);
    gobject.g_object_unref(cursor);
  }
}

function cssName(icon: CursorIcon): string {
  if (icon === "hand") return "pointer";
  if (icon === "arrow") return "default";
  return icon.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Moves the pointer to a position inside a window. */
export function moveCursor(window: Address, { x, y }: PixelPosition): void {
  if (windowSystem() === "wayland")
    return warnUnsupported("setCursorPosition", "Wayland lets no program move the pointer");
  const pointer = thePointer();
  if (pointer === null) return;
  const origin = pair((left, top) => gdk.gdk_window_get_origin(surfaceOf(window), left, top));
  gdk.gdk_device_warp(pointer.device, pointer.screen, origin.x + x, origin.y + y);
  gdk.gdk_display_flush(pointer.display);
}

/**
 * The position of the pointer on the screen, while its left button is pressed; otherwise `null`.
 */
export function pressedAt(window: Address): PixelPosition | null {
  const pointer = thePointer();
  if (pointer === null) return null;
  const surface = surfaceOf(window);
  const modifiers = new Uint32Array(1);
  const inside = pair((x, y) =>
    gdk.gdk_window_get_device_position(surface, pointer.device, x, y, modifiers),
  );
  if (((modifiers[0] ?? 0) & GDK_BUTTON1_MASK) === 0) return null;
  const origin = pair((x, y) => gdk.gdk_window_get_origin(surface, x, y));
  return { x: origin.x + inside.x, y: origin.y + inside.y };
}

/**
 * Confines the pointer to a window, or releases it. GDK's own grab takes its events and lets it
 * leave.
 */
export function confineCursor(window: Address, isConfined: boolean): void {
  const display = gdk.gdk_display_get_default();
  if (display === null) return;
  if (windowSystem() !== "x11")
    return warnUnsupported("setCursorGrab", "Wayland lets only pages themselves hold the pointer");
  const server = gdkX11.gdk_x11_display_get_xdisplay(display);
  if (isConfined) {
    const id = gdkX11.gdk_x11_window_get_xid(surfaceOf(window));
    const events = ButtonPressMask | ButtonReleaseMask | PointerMotionMask;
    const result = x11.XGrabPointer(
      server,
      id,
      true,
      events,
      GrabModeAsync,
      GrabModeAsync,
      id,
      None,
      CurrentTime,
    );
    if (result !== GrabSuccess) {
      throw new FrameworkError(
        "unavailable",
        "Cannot keep the pointer inside the window: it must be on the screen, and no menu open",
      );
    }
  } else {
    x11.XUngrabPointer(server, CurrentTime);
  }
  x11.XFlush(server);
}

function thePointer(): {
  readonly display: Address;
  readonly screen: Address;
  readonly device: Address;
} | null {
  const display = gdk.gdk_display_get_default();
  const screen = gdk.gdk_screen_get_default();
  const seat = display === null ? null : gdk.gdk_display_get_default_seat(display);
  const device = seat === null ? null : gdk.gdk_seat_get_pointer(seat);
  return display === null || screen === null || device === null
    ? null
    : { display, screen, device };
}
