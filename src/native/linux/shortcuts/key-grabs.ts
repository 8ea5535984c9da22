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
// AltGr: no part of a combination, but some keyboards need it for the key.
const Mod5Mask = 1 << 7;
const allModifiers = Object.values(masks).reduce((all, mask) => all | mask) | Mod5Mask;

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

// A held key repeats. A missing release is possible only when another program ended our grab in
// between, and then the key must not count as held forever.
const longestRepeat = 3000;

interface Grab {
  readonly accelerator: Accelerator;
  readonly text: string;
  /** The grabbed keys of the server; empty: none at present. */
  taken: readonly Taken[];
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
    if (!grab.taken.some((taken) => taken.keycode === keycode && taken.mask === state)) continue;
    heldKeys.set(keycode, time);
    if (last === undefined || time - last > longestRepeat) tell?.(id);
    return GDK_FILTER_REMOVE;
  }
  return GDK_FILTER_CONTINUE;
});

const keysChanged = callback("pL>v", () => {
  for (const grab of grabs.values()) {
    giveBack(grab.taken);
    grab.taken = [];
  }
  for (const grab of grabs.values()) {
    try {
      grab.taken = take(grab.accelerator, grab.text);
    } catch {
      // No caller waits for an answer any more; it is tried again when the keyboard changes again.
    }
  }
});

/**
 * Grabs a key combination from the X server for the whole screen.
 * @throws FrameworkError `unavailable` when it belongs to another program, or this keyboard has no
 * such key
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

/** Releases it. Has no effect when it is not held. */
export function releaseKey(id: number): void {
  const taken = grabs.get(id)?.taken ?? [];
  grabs.delete(id);
  giveBack(taken);
}

function startListening(): void {
  const { display } = theScreen();
  gdk.gdk_window_add_filter(gdk.gdk_get_default_root_window(), filter(), null);
  connect(gdk.gdk_keymap_get_for_display(display), "keys-changed", keysChanged, 0);
}

function theScreen(): {
  readonly display: Address;
  readonly server: Address;
  readonly root: number;
} {
  const display = gdk.gdk_display_get_default();
  if (display === null)
    throw new FrameworkError("unavailable", "Cannot reach the keyboard: want a display");
  const server = gdkX11.gdk_x11_display_get_xdisplay(display);
  return { display, server, root: gdkX11.gdk_x11_get_default_root_xwindow() };
}

function take({ modifiers, key }: Accelerator, text: string): readonly Taken[] {
  const { display, server, root } = theScreen();
  const refuse = (reason: string) =>
    new FrameworkError("unavailable", `Cannot register the shortcut "${text}": ${reason}`);
  const wanted = modifiers.reduce((mask, modifier) => mask | masks[modifier], 0);
  // A digit means the key with this digit on it. French, Belgian and Czech keyboards, among others,
  // type it with Shift, which belongs to the shortcut only if that names it.
  const ignored = key.startsWith("Digit") ? masks.shift : 0;
  const taken = placesOf(x11.XStringToKeysym(keysymName(key)), display).map(
    ({ keycode, mask }) => ({
      keycode,
      mask: (mask & ~ignored) | wanted,
    }),
  );
  if (taken.length === 0) throw refuse("this keyboard has no such key");
  // The server grants a program the same key twice, and releases it once.
  const isTaken = ({ keycode, mask }: Taken): boolean =>
    taken.some((own) => own.keycode === keycode && own.mask === mask);
  const same = [...grabs.values()].find((grab) => grab.taken.some(isTaken));
  if (same !== undefined) throw refuse(`this app has it already, as "${same.text}"`);
  // A refused grab is an error of the server, which would end the process.
  gdkX11.gdk_x11_display_error_trap_push(display);
  for (const { keycode, mask } of taken) {
    for (const locks of lockCombinations) {
      // Not "owner events": the release would go to the app's own window when that has the keyboard
      // focus.
      x11.XGrabKey(server, keycode, mask | locks, root, false, GrabModeAsync, GrabModeAsync);
    }
  }
  const error = gdkX11.gdk_x11_display_error_trap_pop(display);
  if (error === 0) return taken;
  giveBack(taken);
  throw refuse(error === BadAccess ? "another program has it" : `the X server says error ${error}`);
}

const waysToKeysym = [0, masks.shift, Mod5Mask, masks.shift | Mod5Mask];

/**
 * The keys that produce a keysym, with the modifiers it needs: on many keyboards Plus requires
 * Shift, and on a German one "[" requires AltGr. Several keys may produce the same, for example a
 * headset's. Among the user's layouts, the first one that has it applies: with a Russian one,
 * letters of shortcuts are those of the next.
 */
function placesOf(keysym: number, display: Address): readonly Taken[] {
  const keymap = gdk.gdk_keymap_get_for_display(display);
  const entries = entriesOf(keysym, keymap);
  const layout = Math.min(...entries.map((entry) => entry.layout));
  const keycodes = new Set(
    entries.filter((entry) => entry.layout === layout).map(({ keycode }) => keycode),
  );
  const given = new Uint32Array(1);
  const gives = (keycode: number, state: number): boolean =>
    gdk.gdk_keymap_translate_keyboard_state(
      keymap,
      keycode,
      state,
      layout,
      given,
      null,
      null,
      null,
    ) !== 0 && given[0] === keysym;
  for (const mask of waysToKeysym) {
    // With Num Lock, the keypad has numbers.
    const found = [...keycodes].filter(
      (keycode) => gives(keycode, mask) || gives(keycode, mask | Mod2Mask),
    );
    if (found.length > 0) return found.map((keycode) => ({ keycode, mask }));
  }
  return [];
}

function entriesOf(
  keysym: number,
  keymap: Address,
): readonly { readonly keycode: number; readonly layout: number }[] {
  const [found, length] = [new BigUint64Array(1), new Int32Array(1)];
  if (!gdk.gdk_keymap_get_entries_for_keyval(keymap, keysym, found, length)) return [];
  const keys = Number(found[0]);
  // struct GdkKeymapKey { guint keycode; int group; int level; }
  const entries = Array.from({ length: length[0] ?? 0 }, (_, index) => {
    const read32 = (offset: number): number => read.i32(keys as Pointer, index * 12 + offset);
    return { keycode: read32(0), layout: read32(4) };
  });
  glib.g_free(keys);
  return entries;
}

function giveBack(taken: readonly Taken[]): void {
  if (taken.length === 0) return;
  const { server, root } = theScreen();
  for (const { keycode, mask } of taken)
    for (const locks of lockCombinations) x11.XUngrabKey(server, keycode, mask | locks, root);
  x11.XFlush(server);
}
