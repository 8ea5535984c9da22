import type { NamedKey } from "../contract/patterns/accelerator.ts";

/** What is printed on the keys that write a character of their own. */
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
