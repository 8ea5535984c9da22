// A text as NSIS reads it between double quotes, where it stands for itself: no variable and no
// language string is looked for in it. The preprocessor knows no escapes, and replaces `${NAME}`
// wherever it finds one, also in what a definition stands for, but it does not look again at what
// comes out. So a definition that is empty stands between the `$` and the `{`. Environment
// variables, `$%NAME%`, are replaced as well; makensis is given none.

const characters: Readonly<Record<string, string>> = {
  $: "$$",
  '"': '$\\"',
  "\r": "$\\r",
  "\n": "$\\n",
  "\t": "$\\t",
};

/**
 * In the path of a file that it packs, NSIS looks for no variables: there each `$` is one already.
 */
const charactersOfPaths: Readonly<Record<string, string>> = { ...characters, $: "$" };

function quoted(text: string, between: string, escapes = characters): string {
  const escaped = text.replace(/\$\{|[$"\r\n\t]/g, (found) =>
    found === "${" ? `${escapes["$"]}${between}{` : (escapes[found] ?? found),
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

/** `scriptText` of the path of a file that goes into the installer. */
export function scriptPath(path: string): string {
  return quoted(path, "${EMPTY}", charactersOfPaths);
}

/** `definedText` of such a path. */
export function definedPath(path: string): string {
  return quoted(path, "${DOLLAR}{EMPTY}", charactersOfPaths);
}

/** What all these need to be defined before them. */
export const textDefinitions = ['!define DOLLAR "$"', '!define EMPTY ""'];
