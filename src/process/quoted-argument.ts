/**
 * An argument as Windows' programs read it from their command line, with quotation marks around it:
 * backslashes count twice before one of these, also before the last, and once anywhere else.
 * Source: Microsoft, "Parsing C command-line arguments".
 */
export function quotedArgument(argument: string): string {
  // Each begins at the first of a run of backslashes: of 100,000 it would read the rest from every
  // one of them.
  return `"${argument.replace(/(?<!\\)(\\*)"/g, String.raw`$1$1\"`).replace(/(?<!\\)\\+$/, "$&$&")}"`;
}
