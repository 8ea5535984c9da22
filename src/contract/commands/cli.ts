import * as v from "valibot";
import { command } from "./command.ts";

/** One argument of `framework.cli`, as it was given. */
export interface ArgMatch {
  /**
   * A flag: whether it was given. With a value: that value, a list when it may hold several, `null`
   * when absent.
   */
  readonly value: boolean | string | string[] | null;
  /** How often it was given; for a positional argument, how many values it has. */
  readonly occurrences: number;
}

export interface SubcommandMatch {
  readonly name: string;
  readonly matches: CliMatches;
}

export interface CliMatches {
  /** Every argument that the command declares, by name. */
  readonly args: Readonly<Record<string, ArgMatch>>;
  readonly subcommand: SubcommandMatch | null;
}

export const cliCommands = {
  "cli.getMatches": command<CliMatches>()(null, v.strictObject({})),
} as const;
