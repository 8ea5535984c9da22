import * as v from "valibot";
import { command } from "./command.ts";

/** One argument of `framework.cli`, as it was given. */
export interface ArgMatch {
  /**
   * A flag: whether it was given. An option with a value: that value, a list when it may hold
   * several, `null` when absent.
   */
  readonly value: boolean | string | string[] | null;
  /** The number of times it was given; for a positional argument, the number of its values. */
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
