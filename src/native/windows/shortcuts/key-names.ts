import type { Accelerator, Modifier } from "../../../contract/patterns/accelerator.ts";
import { user32 } from "../lib/user32.ts";
import { wideRoom, wideTextIn } from "../wide-text.ts";
import { virtualKey } from "./virtual-keys.ts";

const modifierKeys: Readonly<Record<Modifier, number>> = {
  control: 0x11,
  alt: 0x12,
  shift: 0x10,
  super: 0x5b,
};
const MAPVK_VK_TO_VSC = 0;
const extendedBit = 1 << 24;
/**
 * Keys that share their code with one of the number pad: arrows and their neighbours, Windows,
 * menu, "/", Num Lock.
 */
const extended = new Set([
  0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x2d, 0x2e, 0x5b, 0x5d, 0x6f, 0x90,
]);
const longestName = 64;

/**
 * The system's name of a key combination, in the words of its keyboard: `Ctrl+Shift+A`,
 * `Strg+Umschalt+A`.
 */
export function acceleratorName(accelerator: Accelerator): string {
  const { modifiers, key } = accelerator;
  const code = virtualKey(accelerator)?.code;
  const own = key.replace(/^(?:Key|Digit|Arrow)/, "");
  return [
    // Windows' name "Left Windows" stands for both keys.
    ...modifiers.map((modifier) =>
      modifier === "super" ? "Win" : nameOf(modifierKeys[modifier], modifier),
    ),
    code === undefined ? own : nameOf(code, own),
  ].join("+");
}

function nameOf(virtual: number, otherwise: string): string {
  const code = user32.MapVirtualKeyW(virtual, MAPVK_VK_TO_VSC);
  if (code === 0) return otherwise;
  const buffer = wideRoom(longestName);
  const place = ((code & 0xff) << 16) | (extended.has(virtual) ? extendedBit : 0);
  const length = user32.GetKeyNameTextW(place, buffer, longestName);
  return length === 0 ? otherwise : wideTextIn(buffer);
}
