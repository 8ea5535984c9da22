import { expect, test } from "bun:test";
import { parseAccelerator } from "../../src/contract/patterns/accelerator-text.ts";
import { modifiers, namedKeys } from "../../src/contract/patterns/accelerator.ts";
import { keysymName } from "../../src/native/linux/shortcuts/keysyms.ts";

const read = (text: string, system: "linux" | "macos" | "windows" = "linux"): string => {
  const { modifiers: held, key } = parseAccelerator(text, system);
  return [...held, key].join(" ");
};

for (const [text, meaning] of [
  ["CommandOrControl+Shift+X", "control shift KeyX"],
  ["cmdorctrl+x", "control KeyX"],
  ["CommandOrCtrl+X", "control KeyX"],
  ["CmdOrControl+X", "control KeyX"],
  ["shift + ctrl + a", "control shift KeyA"],
  ["Ctrl+Control+A", "control KeyA"],
  ["Option+Command+Super+F12", "alt super F12"],
  ["F35", "F35"],
  ["Alt+Plus", "alt Plus"],
  ["Super+,", "super Comma"],
  ["Ctrl+`", "control Backquote"],
  ["Ctrl+\\", "control Backslash"],
  ["Ctrl+0", "control Digit0"],
  ["Ctrl+Num0", "control Numpad0"],
  ["Ctrl+Numpad9", "control Numpad9"],
  ["Ctrl+NumAdd", "control NumpadAdd"],
  ["Ctrl+NumpadAdd", "control NumpadAdd"],
  ["Up", "ArrowUp"],
  ["ArrowUp", "ArrowUp"],
  ["esc", "Escape"],
  ["MEDIAPLAYPAUSE", "MediaPlayPause"],
  ["VolumeMute", "AudioVolumeMute"],
] as const) {
  test(`"${text}" is ${meaning}`, () => expect(read(text)).toBe(meaning));
}

test("CommandOrControl is Command on macOS, and Control elsewhere", () => {
  expect(read("CommandOrControl+X", "macos")).toBe("super KeyX");
  expect(read("CommandOrControl+X", "windows")).toBe("control KeyX");
  expect(read("Command+X", "macos")).toBe("super KeyX");
  expect(read("Control+X", "macos")).toBe("control KeyX");
});

for (const [text, reason] of [
  ["", 'want a name before and after each "+"; the key itself is called Plus'],
  ["Ctrl++", 'want a name before and after each "+"; the key itself is called Plus'],
  ["+A", 'want a name before and after each "+"; the key itself is called Plus'],
  ["Ctrl", "want a key behind the modifiers"],
  ["Ctrl+Shift", "want a key behind the modifiers"],
  ["A+B", 'want nothing behind the key "A"'],
  ["Hyper+B", 'want Control, Alt, Shift, Super or CommandOrControl in place of "Hyper"'],
  ["Ctrl+Bee", 'want the name of a key in place of "Bee"'],
  ["Ctrl+F36", 'want the name of a key in place of "F36"'],
  ["Ctrl+ä", 'want the name of a key in place of "ä"'],
  ["Ctrl+toString", 'want the name of a key in place of "toString"'],
  [
    "constructor+A",
    'want Control, Alt, Shift, Super or CommandOrControl in place of "constructor"',
  ],
] as const) {
  test(`"${text}" is refused: ${reason}`, () => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({
        code: "bad-argument",
        message: `Cannot use "${text}" as a key combination: ${reason}`,
      }),
    );
  });
}

test("each named key is read by its own name, and X has a name for it", () => {
  expect(namedKeys.map((name) => read(name))).toEqual([...namedKeys]);
  expect(new Set(namedKeys.map(keysymName)).size).toBe(namedKeys.length);
});

test("modifiers come in one order, however they are written", () => {
  const written = ["super", "shift", "alt", "control"];
  expect(parseAccelerator([...written, "a"].join("+"), "linux").modifiers).toEqual([...modifiers]);
});
