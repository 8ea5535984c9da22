import type { ResolvedConfig } from "../../config/index.ts";
import type { CliMatches } from "../../contract/commands/cli.ts";
import { plainNames } from "../opening/open-request.ts";
import type { Exit } from "../process/exit.ts";
import type { Launch } from "../process/launch.ts";
import { pathsOf } from "../paths/dialect.ts";
import { argumentsOf, type CliConfig } from "./argument.ts";
import { parseCommandLine } from "./parse.ts";

/** The result of reading the command line: the app continues, or is to end. */
export type Beginning =
  | {
      readonly ends: false;
      readonly matches: CliMatches | null;
      /** The texts that may name a file. */
      readonly names: readonly string[];
    }
  | { readonly ends: true };

export type CommandLinePart = typeof commandLine;

/**
 * Reads the command line if `framework.cli` describes one. Requests for the help or the version,
 * and broken rules, are answered on the terminal, and the app ends without opening a window.
 */
export async function commandLine(
  config: ResolvedConfig,
  launch: Launch,
  exit: Exit,
): Promise<Beginning> {
  const { cli } = config.framework;
  if (cli === null) return { ends: false, matches: null, names: plainNames(launch.arguments) };
  const { productName, version } = config.package;
  // In development the file has a name of the framework's own.
  const name =
    launch.mode === "dev"
      ? productName
      : pathsOf(launch.system).basename(launch.executable, ".exe");
  const line = parseCommandLine(cli, launch.arguments, { name, version });
  if (line.kind === "matches")
    return { ends: false, matches: line.matches, names: positionalValues(cli, line.matches) };
  const isRefused = line.kind === "refused";
  (isRefused ? process.stderr : process.stdout).write(line.text);
  await exit.quit(isRefused ? 2 : 0);
  return { ends: true };
}

/** The value of an option may also name a file, but not one to open. */
function positionalValues(cli: CliConfig, { args, subcommand }: CliMatches): readonly string[] {
  const values = argumentsOf(cli)
    .filter(({ isPositional }) => isPositional)
    .flatMap(({ name }) => args[name]?.value ?? [])
    .filter((value) => typeof value === "string");
  const below = subcommand === null ? undefined : cli.subcommands?.[subcommand.name];
  return subcommand === null || below === undefined
    ? values
    : [...values, ...positionalValues(below, subcommand.matches)];
}
