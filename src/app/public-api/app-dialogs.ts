import type * as v from "valibot";
import {
  dialogCommands,
  type ChoiceButton,
  type ChooseDialogOptions,
  type Chosen,
  type ConfirmDialogOptions,
  type MessageDialogOptions,
  type OpenDialogOptions,
  type SaveDialogOptions,
} from "../../contract/commands/dialog.ts";
import { FrameworkError } from "../../contract/errors.ts";
import { checkArguments } from "../calls/arguments.ts";
import { chooseToOpen, chooseToSave, dialogHandlers } from "../commands/dialog.ts";
import type { CommandContext } from "../calls/context.ts";
import type { Services } from "../services.ts";

/** The window that a dialog belongs to and blocks. Default: the first open one. */
interface Parent {
  readonly window?: string;
}

/**
 * The system's dialogs, for the app itself. They take the same arguments as the page's dialogs, and
 * also an error as a message, and need no flag. Chosen paths join no scope: the app's own code may
 * read every file anyway, and no page is involved.
 */
export interface AppDialogs {
  message(message: string | Error, options?: MessageDialogOptions & Parent): Promise<void>;
  ask(message: string | Error, options?: ConfirmDialogOptions & Parent): Promise<boolean>;
  confirm(message: string | Error, options?: ConfirmDialogOptions & Parent): Promise<boolean>;
  /**
   * Asks a question with any number of buttons: `choose` of `framework/api/dialog`.
   *
   * @example
   * const { button } = await app.dialog.choose("Save the changes?", {
   *   buttons: ["Save", "Don't Save"],
   * });
   */
  choose<const Button extends ChoiceButton>(
    message: string | Error,
    options: ChooseDialogOptions<Button> & Parent,
  ): Promise<Chosen<Button>>;
  open(options?: OpenDialogOptions & Parent): Promise<null | string | string[]>;
  save(options?: SaveDialogOptions & Parent): Promise<null | string>;
}

/** @internal */
export function openAppDialogs(services: Services): AppDialogs {
  /** Checks the arguments as if a page had sent them, and takes the page's role. */
  function prepare<N extends keyof typeof dialogCommands>(
    name: N,
    { window, ...options }: Parent & object = {},
    more: object = {},
  ): [v.InferOutput<(typeof dialogCommands)[N]["args"]>, CommandContext] {
    const args = checkArguments(name, dialogCommands[name].args as v.GenericSchema, {
      ...more,
      options,
    });
    const parent = window ?? services.windows.labels[0];
    if (parent === undefined) {
      throw new FrameworkError(
        "unavailable",
        `Cannot run "${name}": a dialog belongs to a window, open one first`,
      );
    }
    const sender = { window: parent, document: 0, origin: "" };
    return [
      args as never,
      { sender, signal: new AbortController().signal, services, room: null, uses: null },
    ];
  }

  /**
   * For an error its message, for other values the result of `String`, as for a page. A missing
   * message stays missing, and the check of the arguments rejects it by name.
   */
  const shown = (message: string | Error | undefined) => ({
    message:
      message instanceof Error
        ? message.message
        : message === undefined
          ? message
          : String(message),
  });

  return {
    message: async (message, options) => {
      await dialogHandlers["dialog.message"](...prepare("dialog.message", options, shown(message)));
    },
    ask: async (message, options) =>
      await dialogHandlers["dialog.ask"](...prepare("dialog.ask", options, shown(message))),
    confirm: async (message, options) =>
      await dialogHandlers["dialog.confirm"](...prepare("dialog.confirm", options, shown(message))),
    choose: async <Button extends ChoiceButton>(
      message: string | Error,
      options: ChooseDialogOptions<Button> & Parent,
    ) => {
      const prepared = prepare("dialog.choose", options, shown(message));
      return (await dialogHandlers["dialog.choose"](...prepared)) as Chosen<Button>;
    },
    open: async (options) => {
      const [args, context] = prepare("dialog.open", options);
      const paths = await chooseToOpen(args.options, context);
      return paths.length < 2 ? (paths[0] ?? null) : [...paths];
    },
    save: async (options) => {
      const [args, context] = prepare("dialog.save", options);
      return await chooseToSave(args.options, context);
    },
  };
}
