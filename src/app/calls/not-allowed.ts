import type { AllowlistFlag } from "../../contract/commands/allowlist.ts";
import { commands, type CommandName } from "../../contract/commands/index.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { CommandContext } from "./context.ts";

/** The error for a command whose flag is off. */
export function notAllowed(
  command: CommandName,
  flag: AllowlistFlag,
  window: string,
): FrameworkError {
  return new FrameworkError(
    "not-allowed",
    `Cannot run "${command}" from window "${window}": set framework.allowlist.${flag} to true`,
  );
}

/** Replaces a handler that the app was built without, because its flag is off. */
export function leftOut(command: CommandName): (args: unknown, context: CommandContext) => never {
  const { flag } = commands[command];
  if (flag === null) throw new Error(`Cannot leave out "${command}": it must have a flag`);
  return (_, { sender }) => {
    throw notAllowed(command, flag, sender.window);
  };
}
