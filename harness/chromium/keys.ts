interface Key {
  readonly key: string;
  readonly code: number;
  readonly text?: string;
}

// By their X names, with the codes of Windows.
const named: Readonly<Record<string, Key>> = {
  BackSpace: { key: "Backspace", code: 0x08 },
  Tab: { key: "Tab", code: 0x09 },
  Return: { key: "Enter", code: 0x0d, text: "\r" },
  Escape: { key: "Escape", code: 0x1b },
  Page_Up: { key: "PageUp", code: 0x21 },
  Page_Down: { key: "PageDown", code: 0x22 },
  End: { key: "End", code: 0x23 },
  Home: { key: "Home", code: 0x24 },
  Left: { key: "ArrowLeft", code: 0x25 },
  Up: { key: "ArrowUp", code: 0x26 },
  Right: { key: "ArrowRight", code: 0x27 },
  Down: { key: "ArrowDown", code: 0x28 },
  Insert: { key: "Insert", code: 0x2d },
  Delete: { key: "Delete", code: 0x2e },
  ...Object.fromEntries(
    Array.from({ length: 24 }, (_, place) => [
      `F${place + 1}`,
      { key: `F${place + 1}`, code: 0x70 + place },
    ]),
  ),
};

const modifierBits: Readonly<Record<string, number>> = { alt: 1, ctrl: 2, shift: 8 };

// The effect of these keys in a field. The protocol leaves it to its caller.
const commands: Readonly<Record<string, string>> = {
  a: "selectAll",
  c: "copy",
  v: "paste",
  x: "cut",
};

/** The events of a key that is pressed and let go, for `Input.dispatchKeyEvent`. */
export function keyEvents(name: string): readonly object[] {
  const words = name === "+" ? [] : name.split("+");
  const last = words.pop() ?? name;
  const modifiers = words.reduce((sum, word) => sum | (modifierBits[word.toLowerCase()] ?? 0), 0);
  const { key, code, text } = named[last] ?? {
    key: last,
    code: last.toUpperCase().charCodeAt(0),
    ...(modifiers === 0 ? { text: last } : {}),
  };
  const command = (modifiers & 2) === 0 ? undefined : commands[last];
  const event = { key, windowsVirtualKeyCode: code, modifiers };
  return [
    {
      ...event,
      type: text === undefined ? "rawKeyDown" : "keyDown",
      ...(text === undefined ? {} : { text }),
      ...(command === undefined ? {} : { commands: [command] }),
    },
    { ...event, type: "keyUp" },
  ];
}
