// Separates the code in a script: JavaScript, TypeScript, and the same inside of a page's template.

// A text in `'` or `"` ends with its line, so an apostrophe in the prose of a template hides no
// more than that. A slash begins an expression where a value is expected; no character class in one
// is longer.
const parts =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|<!--[\s\S]*?(?:-->|$)|(?<=(?:^|[(,=:[!&|?{};\n]|\breturn)\s*)\/(?![*/\s])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.){0,200}\])+\/[a-z]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`/g;

/**
 * A script with comments, texts and expressions blanked out. Every other character stays in place,
 * including quotes, and the slashes of an expression.
 */
export function blankScript(source: string): string {
  return source.replace(parts, (part) => {
    const isComment = /^(?:\/\/|\/\*|<!--)/.test(part);
    const blank = (text: string): string => text.replace(/[^\n]/g, " ");
    return isComment
      ? blank(part)
      : part.charAt(0) + blank(part.slice(1, -1)) + part.charAt(part.length - 1);
  });
}
