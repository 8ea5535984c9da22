import * as v from "valibot";
import type { CliMatches } from "./cli.ts";
import { command } from "./command.ts";

/** The files, addresses and arguments that the user wants to open with the app. */
export interface Opened {
  /**
   * The arguments as they were typed after the app's name. Files and addresses from a desktop are
   * in `files` and `urls` only.
   */
  readonly args: readonly string[];
  /** The working directory of the user: relative names in `args` are resolved against it. */
  readonly cwd: string;
  /**
   * Absolute paths of the files and folders to open. They have joined the filesystem and asset
   * scopes.
   */
  readonly files: readonly string[];
  /**
   * Addresses of `framework.bundle.urlSchemes`. Any web page can make the browser pass one on: an
   * address is untrusted data, and opens nothing by itself.
   */
  readonly urls: readonly string[];
}

/** The arguments, files and addresses with which the app was started. */
export interface Start extends Opened {
  /**
   * The matches of `framework.cli` in `args`; `null`: the configuration describes no command line.
   */
  readonly matches: CliMatches | null;
  /** Present for the first start only. */
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
