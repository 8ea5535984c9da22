import { UserError } from "../terminal.ts";

/** A program to start, in the form for `spawn` of Node.js. */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** On Windows: the arguments are already escaped for a command line. */
  readonly windowsVerbatimArguments: boolean;
}

/** The part of the machine that starting programs needs. */
export interface Machine {
  readonly isWindows: boolean;
  /** The path of its shell, when known. */
  readonly shell: string | undefined;
}

const thisMachine = (): Machine => ({
  isWindows: process.platform === "win32",
  // By its absolute path: a plain name would be searched in the project's folder first.
  shell: process.env["ComSpec"],
});

/** Runs a line as typed into the system's shell. */
export function shellCommand(line: string, machine: Machine = thisMachine()): Command {
  if (!machine.isWindows)
    return { program: "/bin/sh", args: ["-c", line], windowsVerbatimArguments: false };
  // /d: without AutoRun commands of the registry. /s: removes only the outer quotes.
  return {
    program: machine.shell ?? "C:\\Windows\\System32\\cmd.exe",
    args: ["/d", "/s", "/c", `"${line}"`],
    windowsVerbatimArguments: true,
  };
}

/**
 * Runs a program with its arguments. Windows starts no batch file, such as npm's for each tool: its
 * shell does.
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
    // Everything else is literal between quotes.
    if (!/["%\r\n]/.test(word)) return `"${word}"`;
    throw new UserError(
      `Cannot hand "${word}" to "${program}": no batch file takes quotes and percent signs as they are; name an executable`,
    );
  });
  return shellCommand(words.join(" "), machine);
}
