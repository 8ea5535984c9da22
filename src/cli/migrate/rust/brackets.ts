// Brackets in a text with blanked comments and strings.

type Brackets = Readonly<Record<string, string>>;

const brackets: Brackets = { "(": ")", "[": "]", "{": "}" };
const closing: Brackets = { ...brackets, "<": ">" };

/**
 * The position of the bracket that closes the one of a type at `open`; the end of the text when
 * there is none.
 */
export function closingBracket(text: string, open: number): number {
  return closingOf(text, open, inTypes);
}

/** The same in code, of Rust or a script, where `<` may be a comparison. */
export function closingBrace(text: string, open: number): number {
  return closingOf(text, open, inCode);
}

/**
 * The ends of all brackets of some texts. Callers query thousands in one file, and other parts in
 * between.
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

/** The end of each bracket of a text. An unclosed one is left out, and so is an unmatched end. */
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

/** Whether a bracket begins here, including those of types. */
export function isOpening(character: string): boolean {
  return closing[character] !== undefined;
}
