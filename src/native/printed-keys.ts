import type { NamedKey } from "../contract/patterns/accelerator.ts";

/** The characters on the keys that type one of their own. */
export const printedKeys = {
  Backquote: "`",
  Minus: "-",
  Equal: "=",
  BracketLeft: "[",
  BracketRight: "]",
  Backslash: "\\",
  Semicolon: ";",
  Quote: "'",
  Comma: ",",
  Period: ".",
  Slash: "/",
  Plus: "+",
} as const satisfies Partial<Record<NamedKey, string>>;
