import { modifiers, namedKeys, type Accelerator, type Key, type Modifier } from "./accelerator.ts";
import { FrameworkError } from "../errors.ts";
import { getOwn } from "../get-own.ts";
import type { System } from "../target.ts";

// The names are those of Tauri: words in any case, joined by "+", the key last.

type AnyModifier = Modifier | "commandOrControl";

const modifierNames: Readonly<Record<string, AnyModifier>> = {
  OPTION: "alt",
  ALT: "alt",
  CONTROL: "control",
  CTRL: "control",
  COMMAND: "super",
  CMD: "super",
  SUPER: "super",
  SHIFT: "shift",
  COMMANDORCONTROL: "commandOrControl",
  COMMANDORCTRL: "commandOrControl",
  CMDORCONTROL: "commandOrControl",
  CMDORCTRL: "commandOrControl",
};

/** Names and signs of keys, beside the names of the keys themselves. */
const otherNames: Readonly<Record<string, Key>> = {
  "`": "Backquote",
  "-": "Minus",
  "=": "Equal",
  "[": "BracketLeft",
  "]": "BracketRight",
  "\\": "Backslash",
  ";": "Semicolon",
  "'": "Quote",
  ",": "Comma",
  ".": "Period",
  "/": "Slash",
  RETURN: "Enter",
  ESC: "Escape",
  UP: "ArrowUp",
  DOWN: "ArrowDown",
  LEFT: "ArrowLeft",
  RIGHT: "ArrowRight",
  NUMADD: "NumpadAdd",
  NUMPLUS: "NumpadAdd",
  NUMPADPLUS: "NumpadAdd",
  NUMDECIMAL: "NumpadDecimal",
  NUMDIVIDE: "NumpadDivide",
  NUMENTER: "NumpadEnter",
  NUMEQUAL: "NumpadEqual",
  NUMMULTIPLY: "NumpadMultiply",
  NUMSUBTRACT: "NumpadSubtract",
  VOLUMEUP: "AudioVolumeUp",
  VOLUMEDOWN: "AudioVolumeDown",
  VOLUMEMUTE: "AudioVolumeMute",
  MEDIANEXTTRACK: "MediaTrackNext",
  MEDIAPREVIOUSTRACK: "MediaTrackPrevious",
  MEDIAPREVTRACK: "MediaTrackPrevious",
};

const keyNames: ReadonlyMap<string, Key> = new Map<string, Key>([
  ...namedKeys.map((name): [string, Key] => [name.toUpperCase(), name]),
  ...Object.entries(otherNames),
]);

/**
 * Reads a key combination such as `CommandOrControl+Shift+X`. `CommandOrControl` is the Command key
 * on macOS, and Control elsewhere; `Command` is the key with the system's sign.
 * @throws FrameworkError `bad-argument`
 */
export function parseAccelerator(text: string, system: System): Accelerator {
  const refuse = (reason: string) =>
    new FrameworkError("bad-argument", `Cannot use "${text}" as a key combination: ${reason}`);
  const words = text.split("+").map((word) => word.trim());
  if (words.includes(""))
    throw refuse('want a name before and after each "+"; the key itself is called Plus');
  const last = words.pop() as string;
  const held = new Set(words.map((word) => modifierOf(word, system) ?? fail(refuse, word)));
  if (modifierOf(last, system) !== null) throw refuse("want a key behind the modifiers");
  const key = keyOf(last);
  if (key === null) throw refuse(`want the name of a key in place of "${last}"`);
  return { modifiers: modifiers.filter((modifier) => held.has(modifier)), key };
}

function fail(refuse: (reason: string) => FrameworkError, word: string): never {
  if (keyOf(word) !== null) throw refuse(`want nothing behind the key "${word}"`);
  throw refuse(`want Control, Alt, Shift, Super or CommandOrControl in place of "${word}"`);
}

function modifierOf(word: string, system: System): Modifier | null {
  const name = word.toUpperCase();
  const modifier = getOwn(modifierNames, name);
  if (modifier === undefined) return null;
  if (modifier !== "commandOrControl") return modifier;
  return system === "macos" ? "super" : "control";
}

function keyOf(word: string): Key | null {
  const name = word.toUpperCase();
  const letter = /^(?:KEY)?([A-Z])$/.exec(name)?.[1];
  if (letter !== undefined) return `Key${letter}`;
  const digit = /^(?:DIGIT)?(\d)$/.exec(name)?.[1];
  if (digit !== undefined) return `Digit${Number(digit)}`;
  const padded = /^NUM(?:PAD)?(\d)$/.exec(name)?.[1];
  if (padded !== undefined) return `Numpad${Number(padded)}`;
  const f = Number(/^F([1-9]\d?)$/.exec(name)?.[1] ?? 0);
  if (f >= 1 && f <= 35) return `F${f}`;
  return keyNames.get(name) ?? null;
}
