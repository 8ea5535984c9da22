// Brackets in a text whose comments and strings are blanked out.

type Brackets = Readonly<Record<string, string>>;

const brackets: Brackets = { "(": ")", "[": "]", "{": "}" };
const closing: Brackets = { ...brackets, "<": ">" };

/** The place of the bracket of a type that closes the one at `open`; the end of the text when there is none. */
export function closingBracket(text: string, open: number): number {
  return closingOf(text, open, closing);
}

/** The same in code, of Rust or a script, where `<` may compare. */
export function closingBrace(text: string, open: number): number {
  return closingOf(text, open, brackets);
}

function closingOf(text: string, open: number, closing: Brackets): number {
  const wanted: string[] = [];
  for (let at = open; at < text.length; at++) {
    const character = text.charAt(at);
    // `->` is no bracket, and neither is `=>`.
    if (character === ">" && /[-=]/.test(text.charAt(at - 1))) continue;
    if (closing[character] !== undefined) wanted.push(closing[character]);
    else if (character === wanted.at(-1)) wanted.pop();
    if (wanted.length === 0) return at;
  }
  return text.length;
}

/** Whether a bracket begins here, those of types included. */
export function isOpening(character: string): boolean {
  return closing[character] !== undefined;
}
