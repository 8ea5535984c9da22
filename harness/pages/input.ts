import { ptr, read, toArrayBuffer, type Pointer } from "bun:ffi";
import { struct, type Struct, type Fields } from "../../src/native/ffi/struct.ts";
import type { Address } from "../../src/native/ffi/signature.ts";
import { gdk as gdkOfApps } from "../../src/native/linux/lib/gdk.ts";
import { glib } from "../../src/native/linux/lib/glib.ts";
import { gobject } from "../../src/native/linux/lib/gobject.ts";
import { gtk as gtkOfApps } from "../../src/native/linux/lib/gtk.ts";
import { gdk, gtk } from "./toolkit.ts";
import type { PointerInput } from "./protocol.ts";

// The host's window gets the user's input, and the page gets events that are made here, as the
// toolkit makes them from the display's.

const MOTION_NOTIFY = 3;
const BUTTON_PRESS = 4;
const BUTTON_RELEASE = 7;
const KEY_PRESS = 8;
const KEY_RELEASE = 9;
const FOCUS_CHANGE = 12;

const SHIFT = 1;
const CONTROL = 4;
const ALT = 8;
const BUTTON_1 = 256;

// GdkEventMotion, GdkEventButton, GdkEventKey and GdkEventFocus, as far as they are set here.
const motionEvent = struct({
  type: "i32",
  window: "ptr",
  sent: "u8",
  time: "u32",
  x: "f64",
  y: "f64",
  axes: "ptr",
  state: "u32",
  isHint: "u16",
  device: "ptr",
  xRoot: "f64",
  yRoot: "f64",
});
const buttonEvent = struct({
  type: "i32",
  window: "ptr",
  sent: "u8",
  time: "u32",
  x: "f64",
  y: "f64",
  axes: "ptr",
  state: "u32",
  button: "u32",
  device: "ptr",
  xRoot: "f64",
  yRoot: "f64",
});
const keyEvent = struct({
  type: "i32",
  window: "ptr",
  sent: "u8",
  time: "u32",
  state: "u32",
  key: "u32",
  length: "i32",
  text: "ptr",
  hardwareKey: "u16",
  group: "u8",
});
const focusEvent = struct({ type: "i32", window: "ptr", sent: "u8", isIn: "u16" });

function send<T extends Fields>(
  widget: Address,
  layout: Struct<T>,
  type: number,
  fill: (value: ReturnType<Struct<T>["at"]>) => void,
): void {
  const window = gtkOfApps.gtk_widget_get_window(widget);
  const display = gdkOfApps.gdk_display_get_default();
  const seat = display === null ? null : gdkOfApps.gdk_display_get_default_seat(display);
  if (window === null || seat === null) return; // not shown yet
  const event = gdk.gdk_event_new(type);
  const value = layout.at(event);
  new DataView(toArrayBuffer(event as Pointer, 8, 8)).setBigUint64(
    0,
    BigInt(gobject.g_object_ref(window)),
    true,
  );
  fill(value);
  const isKey = type === KEY_PRESS || type === KEY_RELEASE;
  gdk.gdk_event_set_device(
    event,
    isKey ? gdk.gdk_seat_get_keyboard(seat) : gdkOfApps.gdk_seat_get_pointer(seat),
  );
  gtk.gtk_widget_event(widget, event);
  gdk.gdk_event_free(event);
}

const now = (): number => Math.round(performance.now());
let heldButtons = 0;

/** Performs a mouse action of the user, at a place in the view. */
export function click(view: Address, { kind, x, y, button }: PointerInput): void {
  const place = { x, y, xRoot: x, yRoot: y, time: now(), state: heldButtons };
  if (kind === "move") return send(view, motionEvent, MOTION_NOTIFY, (event) => event.fill(place));
  const mask = BUTTON_1 << (button - 1);
  const type = kind === "press" ? BUTTON_PRESS : BUTTON_RELEASE;
  send(view, buttonEvent, type, (event) => event.fill({ ...place, button }));
  heldButtons = kind === "press" ? heldButtons | mask : heldButtons & ~mask;
}

/** Gives the view the keyboard, or takes it away. */
export function focus(window: Address, view: Address, isFocused: boolean): void {
  gtkOfApps.gtk_widget_grab_focus(view);
  send(window, focusEvent, FOCUS_CHANGE, (event) => event.fill({ isIn: isFocused ? 1 : 0 }));
}

const modifiers: Readonly<Record<string, number>> = { shift: SHIFT, ctrl: CONTROL, alt: ALT };

/** Presses keys and lets them go, one after the other. */
export function pressKeys(view: Address, keys: readonly string[]): void {
  for (const key of keys) {
    const words = key === "+" ? [] : key.split("+");
    const name = words.pop() ?? key;
    const state = words.reduce((sum, word) => sum | (modifiers[word.toLowerCase()] ?? 0), 0);
    const character = /^.$/u.test(name) ? name.codePointAt(0) : undefined;
    const value =
      character === undefined
        ? gdk.gdk_keyval_from_name(name)
        : gdk.gdk_unicode_to_keyval(character);
    const { hardwareKey, group, level } = keyOf(value);
    const event = {
      time: now(),
      state: state | (level === 1 ? SHIFT : 0),
      key: value,
      hardwareKey,
      group,
    };
    for (const type of [KEY_PRESS, KEY_RELEASE])
      send(view, keyEvent, type, (each) => each.fill(event));
  }
}

function keyOf(value: number): { hardwareKey: number; group: number; level: number } {
  const none = { hardwareKey: 0, group: 0, level: 0 };
  const display = gdkOfApps.gdk_display_get_default();
  if (display === null) return none;
  const keys = new BigUint64Array(new ArrayBuffer(8));
  const count = new Int32Array(new ArrayBuffer(4));
  const keymap = gdkOfApps.gdk_keymap_get_for_display(display);
  gdk.gdk_keymap_get_entries_for_keyval(keymap, value, ptr(keys), ptr(count));
  const first = Number(keys[0]);
  if (first === 0 || count[0] === 0) return none;
  // struct GdkKeymapKey { guint keycode; gint group; gint level; }
  const number = (place: number): number => read.i32(first as Pointer, place);
  const found = { hardwareKey: number(0), group: number(4), level: number(8) };
  glib.g_free(first);
  return found;
}
