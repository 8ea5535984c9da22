import { Command, Option } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { targetOf } from "../contract/target.ts";
import { commands, type CommandRow } from "./commands.ts";
import { UserError, type Terminal } from "./terminal.ts";

const isWatched = process.stderr.isTTY === true;
const terminal: Terminal = {
  cwd: process.cwd(),
  host: targetOf(process.platform, process.arch),
  color: isWatched && process.env["NO_COLOR"] === undefined,
  isWatched,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};

/** Runs a command to its exit code; what the user can act on is told without a stack. */
async function run(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.message !== "") terminal.err(`${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}

function add(parent: Command, row: CommandRow): void {
  const command = parent.command(row.name).description(row.describe);
  for (const [flags, text] of row.options ?? []) command.addOption(new Option(flags, text));
  if (row.parameter !== undefined) command.argument(row.parameter[0], row.parameter[1]);
  const { run: start } = row;
  if (start !== undefined) {
    command.action(() => run(() => start(terminal, command.opts(), command.args)));
  }
  for (const inner of row.commands ?? []) add(command, inner);
}

const program = new Command("framework")
  .description(packageJson.description)
  .version(packageJson.version)
  .showSuggestionAfterError()
  .showHelpAfterError("(npx framework --help shows what there is)");
for (const row of commands) add(program, row);

// The launcher was killed in a way it could not hand on. Windows has no signals: who sent one would end this at once.
process.on("disconnect", () => {
  if (!process.emit("SIGTERM", "SIGTERM")) process.exit(143);
});
process.channel?.unref();

await program.parseAsync();
