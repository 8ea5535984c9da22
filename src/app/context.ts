import type { CommandArgs, CommandName, CommandResult } from "../contract/commands.ts";
import type { Sender } from "../contract/ui.ts";
import type { ResolvedConfig } from "../config/index.ts";
import type { BaseDirectories } from "./base-directories.ts";
import type { CliMatches } from "../contract/cli.ts";
import type { Children } from "./children.ts";
import type { Documents } from "./documents.ts";
import type { Events } from "./events.ts";
import type { Exit } from "./exit.ts";
import type { Launch } from "./launch.ts";
import type { FsScope } from "./scope/fs.ts";
import type { Grants } from "./scope/grants.ts";
import type { HttpScope } from "./scope/http.ts";
import type { ShellScope } from "./scope/shell.ts";
import type { Shortcuts } from "./shortcuts.ts";
import type { Tray } from "./tray.ts";
import type { Ui } from "./ui.ts";
import type { Windows } from "./windows.ts";

/** What the handlers of commands work with; made once, in `start.ts`. */
export interface Services {
  /** The application's name, as people read it. */
  readonly name: string;
  readonly config: ResolvedConfig;
  readonly ui: Ui;
  readonly windows: Windows;
  readonly documents: Documents;
  readonly events: Events;
  readonly exit: Exit;
  readonly baseDirectories: BaseDirectories;
  /** What the user chose in dialogs; both scopes below consult it. */
  readonly grants: Grants;
  readonly fsScope: FsScope;
  readonly assetScope: FsScope;
  readonly httpScope: HttpScope;
  readonly shellScope: ShellScope;
  readonly launch: Launch;
  /** The app's command line; `null`: the configuration describes none. */
  readonly cliMatches: CliMatches | null;
  /** The programs that pages have started. */
  readonly children: Children;
  readonly shortcuts: Shortcuts;
  readonly tray: Tray;
}

/** One call: who made it, and what ends it early. */
export interface CommandContext {
  readonly sender: Sender;
  /** Aborted when the page that called goes away. */
  readonly signal: AbortSignal;
  readonly services: Services;
}

export type Handler<N extends CommandName> = (
  args: CommandArgs<N>,
  context: CommandContext,
) => CommandResult<N> | Promise<CommandResult<N>>;

/** A module's handlers: one for each of its rows in the command table. */
export type Handlers<Module extends string> = {
  readonly [N in Extract<CommandName, `${Module}.${string}`>]: Handler<N>;
};
