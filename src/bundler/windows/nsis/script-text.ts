// A text as NSIS reads it between double quotes, where it stands for itself: no variable and no language string is looked for in
// it. The preprocessor knows no escapes, and replaces `${NAME}` wherever it finds one, also in what a definition stands for, but
// it does not look again at what comes out. So a definition that is empty stands between the `$` and the `{`. Environment
// variables, `$%NAME%`, are replaced as well; makensis is given none.

const characters: Readonly<Record<string, string>> = {
  $: "$$",
  '"': '$\\"',
  "\r": "$\\r",
  "\n": "$\\n",
  "\t": "$\\t",
};

function quoted(text: string, between: string): string {
  const escaped = text.replace(/\$\{|[$"\r\n\t]/g, (found) =>
    found === "${" ? `$$${between}{` : (characters[found] ?? found),
  );
  return `"${escaped}"`;
}

/** In a line that is read once, or stands in a macro. */
export function scriptText(text: string): string {
  return quoted(text, "${EMPTY}");
}

/** As what a definition stands for: it is read here, and where the definition is used. */
export function definedText(text: string): string {
  return quoted(text, "${DOLLAR}{EMPTY}");
}

/** What the two above need to be defined before them. */
export const textDefinitions = ['!define DOLLAR "$"', '!define EMPTY ""'];
