import { FrameworkError } from "../../contract/errors.ts";
import type { Environment } from "../../process/environment.ts";

// Windows starts no batch file directly: it starts cmd.exe, which parses the whole command line as
// its language, before the batch file and again inside, at each `%1`. No quoting of an argument is
// safe for every batch file. So arguments with characters of that language are refused, and the
// rest is quoted. Sources: CVE-2024-24576 and CVE-2024-27980; cmd /?.

/** Whether cmd.exe runs a file. Windows ignores dots and blanks at the end of a name. */
export function isBatchFile(file: string): boolean {
  return /\.(?:bat|cmd)[. ]*$/i.test(file);
}

/** The call of cmd.exe with a batch file: a command line that must not be quoted again. */
export interface BatchCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly isVerbatim: true;
}

/**
 * The call of a batch file with these arguments.
 *
 * @param given the variables that a page passes, which a batch file also expands as text
 * @throws FrameworkError `bad-argument` for an argument or a variable that cmd.exe could interpret
 */
export function batchCall(
  name: string,
  file: string,
  args: readonly string[],
  given: Environment,
  { SystemRoot: root = "C:\\Windows" }: Environment,
): BatchCall {
  const refuse = (what: string, reason: string): never => {
    throw new FrameworkError(
      "bad-argument",
      `Cannot run "${name}", which is a batch file: ${what} ${reason}`,
    );
  };
  for (const [what, text] of [
    ["its path", file] as const,
    ...args.map((arg, i) => [`argument ${i + 1}`, arg] as const),
    ...Object.entries(given).map(([key, value]) => [`the variable "${key}"`, value ?? ""] as const),
  ]) {
    if (isRead(text))
      refuse(what, 'must not hold control characters or any of " % ! ^ & | < > ( )');
    // A program that gets it from the batch file reads `\"` as a literal quote.
    if (text.endsWith("\\")) refuse(what, 'must not end with "\\"');
  }
  const words = [file, ...args].map((word) => `"${word}"`).join(" ");
  // Without the user's AutoRun commands of cmd.exe; with its extensions, which %~1 needs; and
  // without !NAME!. With /s only the outer quotes are removed.
  const options = ["/d", "/e:on", "/v:off", "/s", "/c"];
  return { file: `${root}\\System32\\cmd.exe`, args: [...options, `"${words}"`], isVerbatim: true };
}

/** Also a character that becomes one of these in an old code page. */
function isRead(text: string): boolean {
  return /["%!^&|<>()]|\p{Cc}/u.test(`${text}${text.normalize("NFKC")}`);
}
