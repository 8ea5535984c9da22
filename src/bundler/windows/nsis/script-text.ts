// A text for NSIS in double quotes, taken literally: without variables and language strings. The
// preprocessor has no escapes, and replaces `${NAME}` everywhere, even in the value of a
// definition, but it does not rescan the result. So an empty definition separates the `$` and the
// `{`. Environment variables, `$%NAME%`, are replaced as well; makensis gets none.

const characters: Readonly<Record<string, string>> = {
  $: "$$",
  '"': '$\\"',
  "\r": "$\\r",
  "\n": "$\\n",
  "\t": "$\\t",
};

/**
 * In the path of a packed file and in version information, NSIS replaces no variables: there each
 * `$` is literal already.
 */
const literalCharacters: Readonly<Record<string, string>> = { ...characters, $: "$" };

function quoted(text: string, between: string, escapes = characters): string {
  const escaped = text.replace(/\$\{|[$"\r\n\t]/g, (found) =>
    found === "${" ? `${escapes["$"]}${between}{` : (escapes[found] ?? found),
  );
  return `"${escaped}"`;
}

/** For a line that is read once, or inside a macro. */
export function scriptText(text: string): string {
  return quoted(text, "${EMPTY}");
}

/** For the value of a definition: it is read here, and again where the definition is used. */
export function definedText(text: string): string {
  return quoted(text, "${DOLLAR}{EMPTY}");
}

/** `scriptText` for the path of a file that goes into the installer, and for version information. */
export function literalText(text: string): string {
  return quoted(text, "${EMPTY}", literalCharacters);
}

/** `definedText` for such a text. */
export function definedLiteral(text: string): string {
  return quoted(text, "${DOLLAR}{EMPTY}", literalCharacters);
}

/** The definitions that all these require before them. */
export const textDefinitions = ['!define DOLLAR "$"', '!define EMPTY ""'];
