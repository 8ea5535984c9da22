/** Rust with comments and the insides of strings blanked out, to the end where they have none; every other character stays where it is. */
export function blankRust(source: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, " ");
  return source.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bb?r(#*)"[\s\S]*?(?:"\1|$)|\bb?"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|'(?:[^'\\\n]|\\[^\n]{1,8})'/g,
    (part) => blank(part),
  );
}

type Brackets = Readonly<Record<string, string>>;

const brackets: Brackets = { "(": ")", "[": "]", "{": "}" };
const closing: Brackets = { ...brackets, "<": ">" };

/** The place of the bracket of a type that closes the one at `open`; the end of the text when there is none. */
export function closingBracket(text: string, open: number): number {
  return closingOf(text, open, closing);
}

/** The same in code, where `<` may compare. */
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

/**
 * Splits at commas that are in no bracket.
 *
 * @param written what the parts are cut from: `text` as it was before something in it was blanked
 */
export function splitAtCommas(text: string, written = text): string[] {
  const parts: string[] = [];
  let start = 0;
  const cut = (end: number): void => {
    if (text.slice(start, end).trim() !== "") parts.push(written.slice(start, end).trim());
    start = end + 1;
  };
  for (let at = 0; at < text.length; at++) {
    if (closing[text.charAt(at)] !== undefined) at = closingBracket(text, at);
    else if (text.charAt(at) === ",") cut(at);
  }
  cut(text.length);
  return parts;
}
