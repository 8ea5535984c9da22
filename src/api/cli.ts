/**
 * The command line that the app was started with.
 *
 * Also `window.__FRAMEWORK__.cli` when `build.withGlobalFramework` is true. Needs no flag, only a
 * description of the command line in `framework.cli`. `--help`, `--version` and what breaks a rule
 * never get as far as a page.
 */
import type { CliMatches } from "../contract/commands/cli.ts";
import { invoke } from "./invoke.ts";

export type { ArgMatch, CliMatches, SubcommandMatch } from "../contract/commands/cli.ts";

/**
 * What was given on the command line, by the names of the arguments in `framework.cli`. Needs no
 * flag.
 *
 * Every argument of the command is there: a flag's value is a boolean; that of an argument with a
 * value is a string, a list when it may hold several, and `null` when it was not given.
 *
 * Rejects with the code `unavailable` when the configuration has no `framework.cli`.
 *
 * @example
 * const { args, subcommand } = await getMatches();
 * if (args["verbose"]?.value === true) console.log("more words");
 */
export function getMatches(): Promise<CliMatches> {
  return invoke("cli.getMatches", {});
}
