import { UserError } from "../terminal.ts";

/** What is started, as `spawn` of Node.js takes it. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** On Windows: the arguments are words of a command line already. */
  readonly windowsVerbatimArguments: boolean;
}

/** The machine, as far as starting programs on it goes. */
export interface Machine {
  readonly isWindows: boolean;
  /** Where its shell is, when that is known. */
  readonly shell: string | undefined;
}

const thisMachine = (): Machine => ({
  isWindows: process.platform === "win32",
  // By its whole path: the name alone would be looked for in the project's folder first.
  shell: process.env["ComSpec"],
});

/** Runs a line as it is typed into the shell of the system. */
export function shellCommand(line: string, machine: Machine = thisMachine()): Command {
  if (!machine.isWindows)
    return { program: "/bin/sh", args: ["-c", line], windowsVerbatimArguments: false };
  // /d: without the commands that the registry runs first. /s: removes the outer quotes and
  // nothing else.
  return {
    program: machine.shell ?? "C:\\Windows\\System32\\cmd.exe",
    args: ["/d", "/s", "/c", `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/**
 * Runs a program with its arguments. Windows starts no batch file, as npm makes one for each tool:
 * its shell does.
 * @throws UserError for an argument that the shell would change
 */
export function programCommand(
  program: string,
  args: readonly string[],
  machine: Machine = thisMachine(),
): Command {
  if (!machine.isWindows || !/\.(?:bat|cmd)$/i.test(program))
    return { program, args, windowsVerbatimArguments: false };
  const words = [program, ...args].map((word) => {
    // All else means nothing between quotes.
    if (!/["%\r\n]/.test(word)) return `"${word}"`;
    throw new UserError(
      `Cannot hand "${word}" to "${program}": no batch file takes quotes and percent signs as they are; name an executable`,
    );
  });
  return shellCommand(words.join(" "), machine);
}
