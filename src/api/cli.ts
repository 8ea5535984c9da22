/**
 * The command line that the app was started with.
 *
 * Also `window.__FRAMEWORK__.cli` when `build.withGlobalFramework` is true. Needs no flag, only a
 * description of the command line in `framework.cli`. `--help`, `--version` and a broken rule end
 * the app before a page loads.
 */
import type { CliMatches } from "../contract/commands/cli.ts";
import { invoke } from "./invoke.ts";

export type { ArgMatch, CliMatches, SubcommandMatch } from "../contract/commands/cli.ts";

/**
 * The arguments of the command line, by their names in `framework.cli`. Needs no flag.
 *
 * Every argument of the command is present: a flag's value is a boolean; that of an argument with a
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
