import { read, type Pointer } from "bun:ffi";
import type { Accelerator, Modifier } from "../../../contract/patterns/accelerator.ts";
import { FrameworkError } from "../../../contract/errors.ts";
import { callback } from "../../ffi/callback.ts";
import type { Address } from "../../ffi/signature.ts";
import { gdk, gdkX11 } from "../lib/gdk.ts";
import { glib } from "../lib/glib.ts";
import { x11 } from "../lib/x11.ts";
import { keysymName } from "./keysyms.ts";
import { connect } from "../object.ts";

const masks: Readonly<Record<Modifier, number>> = {
  shift: 1 << 0,
  control: 1 << 2,
  alt: 1 << 3,
  super: 1 << 6,
};
const allModifiers = Object.values(masks).reduce((all, mask) => all | mask);

// Caps Lock and Num Lock count as modifiers, so a key is grabbed with each combination of them.
const LockMask = 1 << 1;
const Mod2Mask = 1 << 4;
const lockCombinations = [0, LockMask, Mod2Mask, LockMask | Mod2Mask];

const GrabModeAsync = 1;
const BadAccess = 10;

const KeyPress = 2;
const KeyRelease = 3;
const GDK_FILTER_CONTINUE = 0;
const GDK_FILTER_REMOVE = 2;

// struct XKeyEvent, where longs have 64 bits
const typeOffset = 0;
const timeOffset = 56;
const stateOffset = 80;
const keycodeOffset = 84;

// A key that is held repeats. That its release is never told is possible only when another program ended our
// grab in between, and then it must not count as held for ever.
const longestRepeat = 3000;

interface Grab {
  readonly accelerator: Accelerator;
  readonly text: string;
  /** What the server grabs by; `null`: it has none to give now. */
  taken: Taken | null;
}

interface Taken {
  readonly keycode: number;
  readonly mask: number;
}

const grabs = new Map<number, Grab>();
const heldKeys = new Map<number, number>();
let tell: ((id: number) => void) | undefined;

const filter = callback("pnn>i", (event) => {
  const type = read.i32(event as Pointer, typeOffset);
  if (type !== KeyPress && type !== KeyRelease) return GDK_FILTER_CONTINUE;
  const keycode = read.u32(event as Pointer, keycodeOffset);
  const state = read.u32(event as Pointer, stateOffset) & allModifiers;
  const time = Number(read.u64(event as Pointer, timeOffset));
  const last = heldKeys.get(keycode);
  if (type === KeyRelease) {
    heldKeys.delete(keycode);
    return last === undefined ? GDK_FILTER_CONTINUE : GDK_FILTER_REMOVE;
  }
  for (const [id, grab] of grabs) {
    if (grab.taken?.keycode !== keycode || grab.taken.mask !== state) continue;
    heldKeys.set(keycode, time);
    if (last === undefined || time - last > longestRepeat) tell?.(id);
    return GDK_FILTER_REMOVE;
  }
  return GDK_FILTER_CONTINUE;
});

const keysChanged = callback("pL>v", () => {
  for (const grab of grabs.values()) {
    if (grab.taken !== null) giveBack(grab.taken);
    grab.taken = null;
  }
  for (const grab of grabs.values()) {
    try {
      grab.taken = take(grab.accelerator, grab.text);
    } catch {
      // Nobody waits for an answer any more; it is tried again when the keyboard changes again.
    }
  }
});

/**
 * Grabs a key combination from the X server for the whole screen.
 * @throws FrameworkError `unavailable` when it belongs to another program, or this keyboard has no such key
 */
export function grabKey(
  id: number,
  accelerator: Accelerator,
  text: string,
  pressed: (id: number) => void,
): void {
  if (tell === undefined) startListening();
  tell = pressed;
  grabs.set(id, { accelerator, text, taken: take(accelerator, text) });
}

/** Gives it back. Nothing happens when it is not held. */
export function releaseKey(id: number): void {
  const taken = grabs.get(id)?.taken ?? null;
  grabs.delete(id);
  if (taken !== null) giveBack(taken);
}

function startListening(): void {
  const { display } = theScreen();
  gdk.gdk_window_add_filter(gdk.gdk_get_default_root_window(), filter(), null);
  connect(gdk.gdk_keymap_get_for_display(display), "keys-changed", keysChanged, 0);
}

function theScreen(): { readonly display: Address; readonly server: Address; readonly root: number } {
  const display = gdk.gdk_display_get_default();
  if (display === null) throw new FrameworkError("unavailable", "Cannot reach the keyboard: want a display");
  const server = gdkX11.gdk_x11_display_get_xdisplay(display);
  return { display, server, root: gdkX11.gdk_x11_get_default_root_xwindow() };
}

function take({ modifiers, key }: Accelerator, text: string): Taken {
  const { display, server, root } = theScreen();
  const refuse = (reason: string) =>
    new FrameworkError("unavailable", `Cannot register the shortcut "${text}": ${reason}`);
  const keysym = x11.XStringToKeysym(keysymName(key));
  const keycode = x11.XKeysymToKeycode(server, keysym);
  if (keycode === 0) throw refuse("this keyboard has no such key");
  const isShifted = levelOf(keysym, keycode, display) !== 0;
  const held = isShifted ? [...modifiers, "shift" as const] : modifiers;
  const taken: Taken = { keycode, mask: held.reduce((mask, modifier) => mask | masks[modifier], 0) };
  // The server gives a program the same key twice, and takes it away once.
  const same = [...grabs.values()].find(
    (grab) => grab.taken?.keycode === keycode && grab.taken.mask === taken.mask,
  );
  if (same !== undefined) throw refuse(`this app has it already, as "${same.text}"`);
  // A refused grab is an error of the server, which would end the process.
  gdkX11.gdk_x11_display_error_trap_push(display);
  for (const locks of lockCombinations) {
    // Not "owner events": the release would go to the app's own window when that has the keyboard.
    x11.XGrabKey(server, keycode, taken.mask | locks, root, false, GrabModeAsync, GrabModeAsync);
  }
  const error = gdkX11.gdk_x11_display_error_trap_pop(display);
  if (error === 0) return taken;
  giveBack(taken);
  throw refuse(error === BadAccess ? "another program has it" : `the X server says error ${error}`);
}

/**
 * How far up on a key a keysym is, 0 without Shift: on many keyboards Plus is not to be had without it. Of the layouts
 * that the user switches between, the first one that has it on this key says so: under a Russian one, letters of
 * shortcuts are those of the next.
 */
function levelOf(keysym: number, keycode: number, display: Address): number {
  const [found, length] = [new BigUint64Array(1), new Int32Array(1)];
  const keymap = gdk.gdk_keymap_get_for_display(display);
  if (!gdk.gdk_keymap_get_entries_for_keyval(keymap, keysym, found, length)) return 0;
  const keys = Number(found[0]);
  // struct GdkKeymapKey { guint keycode; int group; int level; }
  const places = Array.from({ length: length[0] ?? 0 }, (_, index) => {
    const read32 = (offset: number): number => read.i32(keys as Pointer, index * 12 + offset);
    return { keycode: read32(0), group: read32(4), level: read32(8) };
  });
  glib.g_free(keys);
  const [first] = places
    .filter((place) => place.keycode === keycode)
    .toSorted((one, other) => one.group - other.group || one.level - other.level);
  return first?.level ?? 0;
}

function giveBack({ keycode, mask }: Taken): void {
  const { server, root } = theScreen();
  for (const locks of lockCombinations) x11.XUngrabKey(server, keycode, mask | locks, root);
  x11.XFlush(server);
}
