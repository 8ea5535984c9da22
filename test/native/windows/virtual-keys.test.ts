// Which keys a combination is on, by keyboards of other countries.

import { beforeEach, describe, expect, test } from "bun:test";
import { user32 } from "../../../src/native/windows/lib/user32.ts";
import { virtualKey } from "../../../src/native/windows/shortcuts/virtual-keys.ts";

const SHIFT = 0x100;
const ALT_GR = 0x600;
const noKey = 0xffff;
const modifier = { alt: 1, control: 2, shift: 4 } as const;

// The result of VkKeyScanW: the key's code, and its modifiers. In each of these the keys of the
// digit row have the codes of their digits (kbdfr, kbdbe, kbdcz), and write digits with Shift
// alone.
const digits = Object.fromEntries(
  Array.from({ length: 10 }, (_, digit) => [String(digit), (0x30 + digit) | SHIFT]),
);
const keyboards: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  French: { ...digits, "&": 0x31, "-": 0x36, "[": 0x35 | ALT_GR },
  Belgian: { ...digits, "&": 0x31, "-": 0xbd, "[": 0xdd | ALT_GR },
  Czech: { ...digits, "+": 0x31, "-": 0xbd, "[": 0x46 | ALT_GR },
};

let keyboard: Readonly<Record<string, number>> = {};
Object.defineProperty(user32, "VkKeyScanW", {
  value: (character: number) => keyboard[String.fromCharCode(character)] ?? noKey,
});

describe.each(Object.keys(keyboards))("on a %s keyboard", (name) => {
  beforeEach(() => {
    keyboard = keyboards[name] ?? {};
  });

  test("a digit is the key of the digit row, without Shift", () => {
    for (let digit = 0; digit < 10; digit++)
      expect(virtualKey({ modifiers: ["control"], key: `Digit${digit}` })).toEqual({
        code: 0x30 + digit,
        modifiers: modifier.control,
      });
  });

  test("a sign is where it is printed, with what it needs", () => {
    expect(virtualKey({ modifiers: ["control"], key: "Minus" })).toEqual({
      code: keyboard["-"] ?? 0,
      modifiers: modifier.control,
    });
    expect(virtualKey({ modifiers: ["shift"], key: "BracketLeft" })).toEqual({
      code: (keyboard["["] ?? 0) & 0xff,
      modifiers: modifier.shift | modifier.control | modifier.alt,
    });
  });
});
