import type {
  Accelerator,
  Key,
  Modifier,
  NamedKey,
} from "../../../contract/patterns/accelerator.ts";
import { printedKeys } from "../../printed-keys.ts";
import { user32 } from "../lib/user32.ts";

/** The modifier flags of RegisterHotKey. */
const masks: Readonly<Record<Modifier, number>> = { alt: 1, control: 2, shift: 4, super: 8 };

/** A key of the keyboard, and its modifiers. */
export interface VirtualKey {
  readonly code: number;
  readonly modifiers: number;
}

// Virtual keys, as in winuser.h, or the character printed on a key: its position depends on the
// keyboard.
const named: Readonly<Record<NamedKey, number | string>> = {
  ...printedKeys,
  Backspace: 0x08,
  CapsLock: 0x14,
  ContextMenu: 0x5d,
  Enter: 0x0d,
  Space: 0x20,
  Tab: 0x09,
  Insert: 0x2d,
  Delete: 0x2e,
  End: 0x23,
  Help: 0x2f,
  Home: 0x24,
  PageUp: 0x21,
  PageDown: 0x22,
  ArrowUp: 0x26,
  ArrowDown: 0x28,
  ArrowLeft: 0x25,
  ArrowRight: 0x27,
  NumLock: 0x90,
  NumpadAdd: 0x6b,
  NumpadDecimal: 0x6e,
  NumpadDivide: 0x6f,
  // Windows gives both keys the same code.
  NumpadEnter: 0x0d,
  NumpadEqual: 0x92,
  NumpadMultiply: 0x6a,
  NumpadSubtract: 0x6d,
  Escape: 0x1b,
  PrintScreen: 0x2c,
  ScrollLock: 0x91,
  Pause: 0x13,
  AudioVolumeUp: 0xaf,
  AudioVolumeDown: 0xae,
  AudioVolumeMute: 0xad,
  MediaTrackNext: 0xb0,
  MediaTrackPrevious: 0xb1,
  MediaPlayPause: 0xb3,
  MediaStop: 0xb2,
};

const VK_NUMPAD0 = 0x60;
const VK_F1 = 0x70;
const lastFunctionKey = 24;
const noKey = 0xffff;

/** The key of an accelerator on this keyboard; `null`: it has no such key. */
export function virtualKey({ modifiers, key }: Accelerator): VirtualKey | null {
  const found = keyOf(key);
  if (found === null) return null;
  const held = modifiers.reduce((mask, modifier) => mask | masks[modifier], 0);
  return { code: found.code, modifiers: held | found.modifiers };
}

function keyOf(key: Key): VirtualKey | null {
  const plain = (code: number): VirtualKey => ({ code, modifiers: 0 });
  if (key in named) {
    const name = named[key as NamedKey];
    return typeof name === "number" ? plain(name) : printedKey(name);
  }
  const number = Number(/\d+$/.exec(key)?.[0]);
  // Letters and digits have the codes of ASCII.
  if (key.startsWith("Key") || key.startsWith("Digit"))
    return plain(key.charCodeAt(key.length - 1));
  if (key.startsWith("Numpad")) return plain(VK_NUMPAD0 + number);
  return number > lastFunctionKey ? null : plain(VK_F1 + number - 1);
}

/** The key of a character. On many keyboards "+" requires Shift, and "[" requires Alt Gr. */
function printedKey(character: string): VirtualKey | null {
  const found = user32.VkKeyScanW(character.charCodeAt(0));
  if (found === noKey) return null;
  const held = found >> 8;
  const bits = [
    [1, masks.shift],
    [2, masks.control],
    [4, masks.alt],
  ] as const;
  return {
    code: found & 0xff,
    modifiers: bits.reduce((mask, [bit, modifier]) => mask | (held & bit ? modifier : 0), 0),
  };
}
