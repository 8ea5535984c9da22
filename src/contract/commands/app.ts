import * as v from "valibot";
import type { CliMatches } from "./cli.ts";
import { command } from "./command.ts";

/** What the user wants opened with the app. */
export interface Opened {
  /**
   * What was typed behind the app's name, as it was typed. What a desktop hands over is in `files`
   * and `urls` alone.
   */
  readonly args: readonly string[];
  /** The folder that the user was in: relative names in `args` are names in it. */
  readonly cwd: string;
  /**
   * Whole paths of the files and folders that are to be opened. They have joined the filesystem and
   * asset scopes.
   */
  readonly files: readonly string[];
  /**
   * Addresses of `framework.bundle.urlSchemes`. Any web page can make the browser hand one over: an
   * address is data from a stranger, and opens nothing by itself.
   */
  readonly urls: readonly string[];
}

/** How the app was started. */
export interface Start extends Opened {
  /** What `framework.cli` makes of `args`; `null`: the configuration describes no command line. */
  readonly matches: CliMatches | null;
  /** Told of the first start alone. */
  readonly first: true;
}

const nothing = v.strictObject({});

export const appCommands = {
  "app.getName": command<string>()(null, nothing),
  "app.getVersion": command<string>()(null, nothing),
  "app.getFrameworkVersion": command<string>()(null, nothing),
  "app.show": command<void>()("app.show", nothing),
  "app.hide": command<void>()("app.hide", nothing),
  "app.getStart": command<Start>()("app.open", nothing),
  "app.takeOpened": command<readonly Opened[]>()("app.open", nothing),
} as const;
