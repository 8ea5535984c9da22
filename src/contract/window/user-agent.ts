import { controlCharacter } from "../shipped/field-text.ts";

// A product and, after blanks, more products and comments; a comment may hold others.
//
// Source: RFC 9110, 10.1.5 and 5.6.5.

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const product = `${token}(?:/${token})?`;
const whole = new RegExp(`^${product}(?: +(?:${product}|\n))*$`);

/**
 * The error in a user agent; `null`: there is none, or it is empty, and the engine's own is used. A
 * line break would begin another header, and WebKitGTK ignores an invalid one.
 */
export function userAgentProblem(text: string): string | null {
  const control = controlCharacter(text);
  if (control !== null) return `may hold no control characters, such as ${control} here`;
  if (text === "" || (/^[ -\u00ff]*$/.test(text) && whole.test(withLinesForComments(text))))
    return null;
  return 'must be made of products and comments, for example "My-App/1.0 (for Linux)"';
}

/**
 * The text with a line break in place of each comment. An unclosed comment remains, and makes the
 * user agent invalid.
 */
function withLinesForComments(text: string): string {
  let rest = "";
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (depth > 0 && character === "\\") at++;
    else if (character === "(") rest += depth++ === 0 ? "\n" : "";
    else if (character === ")" && depth > 0) depth--;
    else if (depth === 0) rest += character;
  }
  return depth === 0 ? rest : "(";
}
