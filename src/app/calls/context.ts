import type { CommandArgs, CommandName, CommandResult } from "../../contract/commands/index.ts";
import type { Sender } from "../../contract/ui/index.ts";
import type { ReplyBudget } from "./reply-budget.ts";
import type { CallRecorder } from "./recorder.ts";
import type { Services } from "../services.ts";

/** One call: its sender, and the signal that ends it early. */
export interface CommandContext {
  readonly sender: Sender;
  /** Aborted when the page that called closes. */
  readonly signal: AbortSignal;
  readonly services: Services;
  /**
   * For an answer whose length is known before its content; `null`: it goes to the app's own code.
   */
  readonly room: ReplyBudget | null;
  /** Records the uses of the call; `null`: nothing is recorded, as in every built app. */
  readonly uses: CallRecorder | null;
}

export type Handler<N extends CommandName> = (
  args: CommandArgs<N>,
  context: CommandContext,
) => CommandResult<N> | Promise<CommandResult<N>>;

/** A module's handlers: one for each of its rows in the command table. */
export type Handlers<Module extends string> = {
  readonly [N in Extract<CommandName, `${Module}.${string}`>]: Handler<N>;
};
