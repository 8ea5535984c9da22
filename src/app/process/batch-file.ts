import { FrameworkError } from "../../contract/errors.ts";
import type { Environment } from "../../process/environment.ts";

// Windows starts no batch file: it starts cmd.exe with one, and cmd.exe reads the whole command
// line as its language, before the batch file and once more in it, wherever `%1` stands. There is
// no way to quote an argument that every batch file takes for one. So arguments that hold anything
// of that language are refused, and the rest is put in quotes. Sources: CVE-2024-24576 and
// CVE-2024-27980; cmd /?.

/**
 * Whether a file is read by cmd.exe. Windows takes no notice of dots and blanks at a name's end.
 */
export function isBatchFile(file: string): boolean {
  return /\.(?:bat|cmd)[. ]*$/i.test(file);
}

/** How cmd.exe is started with a batch file: a command line that is not to be quoted once more. */
export interface BatchCall {
  readonly file: string;
  readonly args: readonly string[];
  readonly isVerbatim: true;
}

/**
 * The call of a batch file with these arguments.
 *
 * @param given the variables that a page gives it, which a batch file reads as its own text, too
 * @throws FrameworkError `bad-argument` for an argument or a variable that cmd.exe could take for
 *   more than text
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
    // A program that the batch file hands it on to takes `\"` for a quote that does not end it.
    if (text.endsWith("\\")) refuse(what, 'must not end with "\\"');
  }
  const words = [file, ...args].map((word) => `"${word}"`).join(" ");
  // Without what the user has cmd.exe run at its start; with its extensions, on which %~1 rests;
  // and without !NAME!. With /s the outer quotes are taken away, and nothing else.
  const options = ["/d", "/e:on", "/v:off", "/s", "/c"];
  return { file: `${root}\\System32\\cmd.exe`, args: [...options, `"${words}"`], isVerbatim: true };
}

/** Also what becomes such a character where a text is brought into an old code page. */
function isRead(text: string): boolean {
  return /["%!^&|<>()]|\p{Cc}/u.test(`${text}${text.normalize("NFKC")}`);
}
