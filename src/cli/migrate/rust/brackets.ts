// Brackets in a text whose comments and strings are blanked out.

type Brackets = Readonly<Record<string, string>>;

const brackets: Brackets = { "(": ")", "[": "]", "{": "}" };
const closing: Brackets = { ...brackets, "<": ">" };

/**
 * The place of the bracket of a type that closes the one at `open`; the end of the text when there
 * is none.
 */
export function closingBracket(text: string, open: number): number {
  return closingOf(text, open, inTypes);
}

/** The same in code, of Rust or a script, where `<` may compare. */
export function closingBrace(text: string, open: number): number {
  return closingOf(text, open, inCode);
}

/**
 * The ends of all brackets of some texts. A file is asked for thousands, and its parts in between.
 */
interface Found {
  readonly closing: Brackets;
  readonly texts: { text: string; readonly ends: ReadonlyMap<number, number> }[];
}

const inTypes: Found = { closing, texts: [] };
const inCode: Found = { closing: brackets, texts: [] };
const maxTexts = 8;

function closingOf(text: string, open: number, found: Found): number {
  if (found.closing[text.charAt(open)] === undefined) return open;
  let known = found.texts.find((one) => one.text === text);
  if (known === undefined) {
    known = { text, ends: endsIn(text, found.closing) };
    found.texts.unshift(known);
    found.texts.length = Math.min(found.texts.length, maxTexts);
  }
  // Another copy of it would be compared letter by letter the next time, too.
  known.text = text;
  return known.ends.get(open) ?? text.length;
}

/**
 * Where each bracket of a text ends. One without an end is left out, and so is an end that is not
 * due.
 */
function endsIn(text: string, closing: Brackets): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: { readonly at: number; readonly wanted: string }[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    // `->` is no bracket, and neither is `=>`.
    if (character === ">" && /[-=]/.test(text.charAt(at - 1))) continue;
    const wanted = closing[character];
    if (wanted !== undefined) open.push({ at, wanted });
    else if (character === open.at(-1)?.wanted) ends.set(open.pop()?.at ?? 0, at);
  }
  return ends;
}

/** Whether a bracket begins here, those of types included. */
export function isOpening(character: string): boolean {
  return closing[character] !== undefined;
}
