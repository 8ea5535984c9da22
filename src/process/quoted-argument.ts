/**
 * An argument in quotation marks, as Windows programs parse their command line: backslashes count
 * twice before a quotation mark, also before the last one, and once anywhere else. Source:
 * Microsoft, "Parsing C command-line arguments".
 */
export function quotedArgument(argument: string): string {
  // Each match begins at the first of a run of backslashes: otherwise a run of 100,000 would be
  // read again from each of them.
  return `"${argument.replace(/(?<!\\)(\\*)"/g, String.raw`$1$1\"`).replace(/(?<!\\)\\+$/, "$&$&")}"`;
}
