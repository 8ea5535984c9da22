import { closingBracket, isOpening } from "./brackets.ts";

/**
 * Rust with comments and the contents of strings blanked out, unclosed ones to the end; every other
 * character stays in place.
 */
export function blankRust(source: string): string {
  const blank = (text: string): string => text.replace(/[^\n]/g, " ");
  return source.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\bb?r(#*)"[\s\S]*?(?:"\1|$)|\bb?"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|'(?:[^'\\\n]|\\[^\n]{1,8})'/g,
    (part) => blank(part),
  );
}

/**
 * Splits at commas outside of brackets.
 *
 * @param written the source of the parts: `text` before a part of it was blanked
 */
export function splitAtCommas(text: string, written = text): string[] {
  const parts: string[] = [];
  let start = 0;
  const cut = (end: number): void => {
    if (text.slice(start, end).trim() !== "") parts.push(written.slice(start, end).trim());
    start = end + 1;
  };
  for (let at = 0; at < text.length; at++) {
    if (isOpening(text.charAt(at))) at = closingBracket(text, at);
    else if (text.charAt(at) === ",") cut(at);
  }
  cut(text.length);
  return parts;
}
