import { Command, Option } from "commander";
import { PathError } from "../disk/roots.ts";
import packageJson from "../../package.json" with { type: "json" };
import { ForeignPath } from "../config/read/ancestors.ts";
import { targetOf } from "../contract/target.ts";
import { documentPath } from "./project/documents.ts";
import { commands, type CommandRow } from "./commands.ts";
import { escapeControlCharacters, UserError, type Terminal } from "./terminal.ts";

const isWatched = process.stderr.isTTY === true;
// Empty, it says nothing: https://no-color.org
const mayColor = (process.env["NO_COLOR"] ?? "") === "";
const terminal: Terminal = {
  cwd: process.cwd(),
  host: targetOf(process.platform, process.arch),
  color: isWatched && mayColor,
  outColor: process.stdout.isTTY === true && mayColor,
  isWatched,
  get columns() {
    return process.stderr.columns;
  },
  out: (text) => process.stdout.write(escapeControlCharacters(text)),
  err: (text) => process.stderr.write(escapeControlCharacters(text)),
};

// EPIPE must not abort the command: a reader such as `head` has read enough, but the work that was
// begun may have to be completed.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EOF") throw error;
  });
}

/**
 * Runs a command and returns its exit code; errors that the user can act on are printed without a
 * stack.
 */
async function run(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    const reported =
      error instanceof UserError
        ? error
        : error instanceof ForeignPath
          ? UserError.of(error)
          : refusedBySystem(error);
    if (reported === null) throw error;
    if (reported.message !== "") terminal.err(`${reported.message}\n`);
    process.exitCode = reported.exitCode;
  }
}

/**
 * Errors of the disk, and of access rights, for any file of a command. If more is known about the
 * file, it has been reported by then. A missing file is not included: the command should have
 * handled it.
 */
const refusals = [
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOSPC",
  "EDQUOT",
  "EIO",
  "EXDEV",
  // On Windows for a file that another program has open.
  "EBUSY",
  "ETXTBSY",
  "ENOTDIR",
  "EISDIR",
  "EEXIST",
  "ENAMETOOLONG",
];

function refusedBySystem(error: unknown): UserError | null {
  if (error instanceof PathError) return UserError.of(error);
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return null;
  if (!refusals.includes(String(error.code))) return null;
  return new UserError(`Cannot go on, the system refuses it: ${error.message}`, { cause: error });
}

function add(parent: Command, row: CommandRow): void {
  const command = parent.command(row.name).description(row.describe);
  for (const [flags, text, repeats] of row.options ?? []) {
    const option = new Option(flags, text);
    if (repeats !== undefined)
      option.argParser((value, before: readonly string[] | undefined) => [
        ...(before ?? []),
        value,
      ]);
    command.addOption(option);
  }
  if (row.parameter !== undefined) command.argument(row.parameter[0], row.parameter[1]);
  const { run: start } = row;
  if (start !== undefined) {
    command.action(() => run(() => start(terminal, command.opts(), command.args)));
  }
  for (const inner of row.commands ?? []) add(command, inner);
}

const program = new Command("framework")
  .description(packageJson.description)
  .addHelpText("after", `\nDocuments: ${documentPath("README.md")}`)
  .version(packageJson.version)
  .showSuggestionAfterError()
  .showHelpAfterError("(npx framework --help lists the commands)");
for (const row of commands) add(program, row);

// The launcher was killed by a signal that it could not pass on. Windows has no signals: sending
// one would end this process at once.
process.on("disconnect", () => {
  if (!process.emit("SIGTERM", "SIGTERM")) process.exit(143);
});
process.channel?.unref();

await program.parseAsync();
