import { afterEach, expect, test } from "bun:test";
import {
  heldHotKeys,
  pressHotKey,
  takenByOthers,
} from "../../../harness/objective-c/app-kit/carbon.ts";
import type { Accelerator } from "../../../src/contract/patterns/accelerator.ts";
import { namedKeys } from "../../../src/contract/patterns/accelerator.ts";
import { hotKey } from "../../../src/native/macos/shortcuts/key-codes.ts";
import { Shortcuts } from "../../../src/native/macos/shortcuts/shortcuts.ts";
import { onMac } from "./cases/mac-desktop.ts";

onMac();

const pressed: number[] = [];
const shortcuts = new Shortcuts({
  emit: (event, payload) => {
    if (event === "shortcut.pressed") pressed.push((payload as { readonly id: number }).id);
  },
});

afterEach(() => {
  shortcuts.releaseAll();
  pressed.length = 0;
  expect(heldHotKeys()).toBe(0);
});

// As Carbon has them.
const command = 0x100;
const shift = 0x200;
const option = 0x800;
const control = 0x1000;
const codeOfA = 0x00;
const codeOfF9 = 0x65;

const register = (id: number, accelerator: Accelerator, text = "the keys"): void =>
  shortcuts.register({ id, accelerator, text });

test("a combination reaches its listener, wherever the keyboard is", () => {
  register(7, { modifiers: ["super", "shift"], key: "KeyA" });
  register(8, { modifiers: ["control", "alt"], key: "F9" });
  expect(pressHotKey(codeOfA, command | shift)).toBe(true);
  expect(pressHotKey(codeOfF9, control | option)).toBe(true);
  expect(pressHotKey(codeOfA, command)).toBe(false);
  expect(pressed).toEqual([7, 8]);
});

test("a combination that was given back is not reported any more, and may be had again", () => {
  const keys: Accelerator = { modifiers: ["super"], key: "KeyA" };
  for (const id of [1, 2]) {
    register(id, keys);
    shortcuts.unregister(id);
    shortcuts.unregister(id);
    expect(pressHotKey(codeOfA, command)).toBe(false);
  }
  expect(pressed).toEqual([]);
});

// By where they are, as Carbon's kVK_ANSI_0 to 9: a French keyboard writes "&" by the second one.
test("a digit is the key of the digit row, whatever the keyboard writes by it", () => {
  const rows = [0x1d, 0x12, 0x13, 0x14, 0x15, 0x17, 0x16, 0x1a, 0x1c, 0x19];
  for (const [digit, code] of rows.entries()) {
    register(digit + 1, { modifiers: ["control"], key: `Digit${digit}` });
    expect(pressHotKey(code, control | shift)).toBe(false);
    expect(pressHotKey(code, control)).toBe(true);
  }
  expect(pressed).toEqual(rows.map((_, digit) => digit + 1));
});

test("all are given back at once", () => {
  register(1, { modifiers: ["super"], key: "KeyA" });
  register(2, { modifiers: ["super"], key: "KeyB" });
  shortcuts.releaseAll();
  expect(heldHotKeys()).toBe(0);
});

test("a combination that is taken is refused by its name", () => {
  takenByOthers.add(`${codeOfA}:${command}`);
  try {
    expect(() => register(1, { modifiers: ["super"], key: "KeyA" }, "Cmd+A")).toThrow(
      expect.objectContaining({
        code: "unavailable",
        message: 'Cannot register the shortcut "Cmd+A": another program has it',
      }),
    );
  } finally {
    takenByOthers.delete(`${codeOfA}:${command}`);
  }
});

test("keys that no Mac's keyboard has are refused by their names", () => {
  const missing = namedKeys.filter((key) => hotKey({ modifiers: [], key }) === null);
  expect(missing).toEqual([
    "Insert",
    "PrintScreen",
    "ScrollLock",
    "Pause",
    "MediaTrackNext",
    "MediaTrackPrevious",
    "MediaPlayPause",
    "MediaStop",
  ]);
  for (const key of [...missing, "F21"] as const)
    expect(() => register(1, { modifiers: ["super"], key }, key)).toThrow(
      expect.objectContaining({
        code: "unavailable",
        message: `Cannot register the shortcut "${key}": this keyboard has no such key`,
      }),
    );
});

test("no two keys have one code", () => {
  const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ", (letter) => `Key${letter}` as const);
  const digits = Array.from(
    { length: 10 },
    (_, digit) => [`Digit${digit}`, `Numpad${digit}`] as const,
  ).flat();
  const functions = Array.from({ length: 20 }, (_, index) => `F${index + 1}` as const);
  const codes = [...letters, ...digits, ...functions, ...namedKeys]
    .filter((key) => key !== "Plus")
    .flatMap((key) => hotKey({ modifiers: [], key })?.code ?? []);
  expect(codes).toHaveLength(26 + 20 + 20 + namedKeys.length - 1 - 8);
  expect(new Set(codes).size).toBe(codes.length);
});

test("Plus is the key above the equals sign, with Shift", () => {
  const plus = hotKey({ modifiers: ["super"], key: "Plus" });
  expect(plus).toEqual({ code: 0x18, modifiers: command | shift });
  expect(hotKey({ modifiers: ["super", "shift"], key: "Plus" })).toEqual(plus);
});

test("a hundred thousand registrations later, presses still find their way", () => {
  for (let id = 0; id < 100_000; id++) {
    register(id, { modifiers: ["super"], key: "KeyA" });
    if (id < 99_999) shortcuts.unregister(id);
  }
  pressHotKey(codeOfA, command);
  expect(pressed).toEqual([99_999]);
});
