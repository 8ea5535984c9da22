/** A key as the DOM names it. */
export interface Key {
  readonly key: string;
  readonly code: string;
}

// The characters that stand for keys without a character. Source: WebDriver, "Keyboard actions",
// the tables of normalised key values and of codes.
const special: readonly (readonly [first: number, ...keys: readonly string[]])[] = [
  [0xe000, "Unidentified", "Cancel", "Help", "Backspace", "Tab", "Clear", "Return", "Enter"],
  [0xe008, "Shift", "Control", "Alt", "Pause", "Escape", " ", "PageUp", "PageDown", "End", "Home"],
  [0xe012, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Insert", "Delete", ";", "="],
  [0xe01a, "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "+", ",", "-", ".", "/"],
  [0xe031, "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12"],
  [0xe03d, "Meta", "", "", "ZenkakuHankaku"],
  [0xe050, "Shift", "Control", "Alt", "Meta", "PageUp", "PageDown", "End", "Home"],
  [0xe058, "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "Insert", "Delete"],
];

const names = new Map(
  special.flatMap(([first, ...keys]) =>
    keys.map((key, place) => [String.fromCharCode(first + place), key] as const),
  ),
);

/** Releases the held keys, in the text of `send keys`. */
export const releaseAll = "\ue000";

/** Keys that change the effect of others. */
export const modifiers = ["Shift", "Control", "Alt", "Meta"] as const;

/** The key of a client's character. */
export function keyOf(character: string): Key {
  const key = names.get(character) ?? character;
  const pressed = key === "Return" ? "Enter" : key;
  return { key: pressed, code: codeOf(pressed) };
}

/** True if the character stands for a key, and not for itself. */
export function isSpecial(character: string): boolean {
  return names.has(character);
}

function codeOf(key: string): string {
  if (/^[a-z]$/i.test(key)) return `Key${key.toUpperCase()}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  if (key === " ") return "Space";
  return (modifiers as readonly string[]).includes(key) ? `${key}Left` : key;
}

/** The characters of a text as a reader counts them: grapheme clusters. */
export function characters(text: string): readonly string[] {
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)].map(
    ({ segment }) => segment,
  );
}
