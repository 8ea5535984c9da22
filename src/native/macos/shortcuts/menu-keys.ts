import type { Accelerator, Key, NamedKey } from "../../../contract/patterns/accelerator.ts";
import { printedKeys } from "../../printed-keys.ts";
import type { MenuKeys } from "../menu.ts";

// The character that AppKit's menus draw for a key; for keys that type none, one of NSEvent's own
// (NS…FunctionKey).
const named: Partial<Record<NamedKey, string>> = {
  ...printedKeys,
  Backspace: "\b",
  ContextMenu: "\u{f735}",
  Enter: "\r",
  Space: " ",
  Tab: "\t",
  Insert: "\u{f727}",
  Delete: "\u{f728}",
  End: "\u{f72b}",
  Help: "\u{f746}",
  Home: "\u{f729}",
  PageUp: "\u{f72c}",
  PageDown: "\u{f72d}",
  ArrowUp: "\u{f700}",
  ArrowDown: "\u{f701}",
  ArrowLeft: "\u{f702}",
  ArrowRight: "\u{f703}",
  NumpadAdd: "+",
  NumpadDecimal: ".",
  NumpadDivide: "/",
  NumpadEnter: "\u{3}",
  NumpadEqual: "=",
  NumpadMultiply: "*",
  NumpadSubtract: "-",
  Escape: "\u{1b}",
  PrintScreen: "\u{f72e}",
  ScrollLock: "\u{f72f}",
  Pause: "\u{f730}",
};

const NSF1FunctionKey = 0xf704;

/** An accelerator as a menu shows it; `null`: menus have no symbol for the key. */
export function menuKeys({ modifiers, key }: Accelerator): MenuKeys | null {
  const character = characterOf(key);
  return character === null ? null : { key: character, modifiers };
}

function characterOf(key: Key): string | null {
  if (/^(?:Key|Digit|Numpad)\w$/.test(key)) return key.slice(-1).toLowerCase();
  const number = Number(/^F(\d+)$/.exec(key)?.[1] ?? 0);
  if (number > 0) return String.fromCharCode(NSF1FunctionKey + number - 1);
  return named[key as NamedKey] ?? null;
}
