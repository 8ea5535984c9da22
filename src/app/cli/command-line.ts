import type { ResolvedConfig } from "../../config/index.ts";
import type { CliMatches } from "../../contract/commands/cli.ts";
import type { Exit } from "../process/exit.ts";
import type { Launch } from "../process/launch.ts";
import { parseCommandLine } from "./parse.ts";
import { pathsOf } from "../paths/dialect.ts";

/** How reading the command line ended: the app goes on, or has been told to end. */
export type Beginning =
  { readonly ends: false; readonly matches: CliMatches | null } | { readonly ends: true };

export type CommandLinePart = typeof commandLine;

/**
 * Reads the command line where `framework.cli` describes one. What asks for the help or the version, or breaks a
 * rule, is answered on the terminal, and the app ends without having opened a window.
 */
export async function commandLine(config: ResolvedConfig, launch: Launch, exit: Exit): Promise<Beginning> {
  const { cli } = config.framework;
  if (cli === null) return { ends: false, matches: null };
  const { productName, version } = config.package;
  // In development the file is a name of the framework's own.
  const name =
    launch.mode === "dev" ? productName : pathsOf(launch.system).basename(launch.executable, ".exe");
  const line = parseCommandLine(cli, launch.arguments, { name, version });
  if (line.kind === "matches") return { ends: false, matches: line.matches };
  const isRefused = line.kind === "refused";
  (isRefused ? process.stderr : process.stdout).write(line.text);
  await exit.quit(isRefused ? 2 : 0);
  return { ends: true };
}
