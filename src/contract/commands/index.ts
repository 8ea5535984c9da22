import type * as v from "valibot";
import { appCommands } from "./app.ts";
import { cliCommands } from "./cli.ts";
import { clipboardCommands } from "./clipboard.ts";
import { dialogCommands } from "./dialog.ts";
import { eventCommands } from "./event.ts";
import { fsCommands } from "./fs.ts";
import { globalShortcutCommands } from "./global-shortcut.ts";
import { httpCommands } from "./http.ts";
import { notificationCommands } from "./notification.ts";
import { osCommands } from "./os.ts";
import { pathCommands } from "./path.ts";
import { processCommands } from "./process.ts";
import { shellCommands } from "./shell.ts";
import { updaterCommands } from "./updater.ts";
import { windowCommands } from "../window/commands.ts";

/**
 * The command table: every built-in command that a page can call, its rows by module.
 *
 * The page's `invoke` takes its types from here; `app/commands/index.ts` does not compile until
 * each row has a handler; the allowlist check, the argument check and the reference pages read the
 * row.
 */
export const commands = {
  ...appCommands,
  ...cliCommands,
  ...clipboardCommands,
  ...dialogCommands,
  ...eventCommands,
  ...fsCommands,
  ...globalShortcutCommands,
  ...httpCommands,
  ...notificationCommands,
  ...osCommands,
  ...pathCommands,
  ...processCommands,
  ...shellCommands,
  ...updaterCommands,
  ...windowCommands,
} as const;

export type CommandName = keyof typeof commands;
/** The arguments that a page passes to a command. */
export type CommandInput<N extends CommandName> = v.InferInput<(typeof commands)[N]["args"]>;
/** The arguments that the command's handler receives: the same, checked. */
export type CommandArgs<N extends CommandName> = v.InferOutput<(typeof commands)[N]["args"]>;
/** The value that the page's promise resolves with. */
export type CommandResult<N extends CommandName> = ReturnType<
  NonNullable<(typeof commands)[N]["result"]>
>;
