import * as v from "valibot";
import type { AllowlistFlag } from "./allowlist.ts";
import { ConfirmDialogOptions, MessageDialogOptions, OpenDialogOptions, SaveDialogOptions } from "./dialog.ts";
import { FsDirOptions, FsOptions, type FileEntry } from "./fs.ts";

/** One row of the command table. */
export interface Command<Args extends v.GenericSchema, Result> {
  /** The allowlist flag that opens it; `null`: open to every page that may call built-in commands. */
  readonly flag: AllowlistFlag | null;
  readonly args: Args;
  /** Carries the type the promise resolves with; never present. */
  readonly result?: () => Result;
}

function command<Result>() {
  return <const Args extends v.GenericSchema>(flag: AllowlistFlag | null, args: Args): Command<Args, Result> => ({
    flag,
    args,
  });
}

const path = v.string();

/**
 * THE COMMAND TABLE: every built-in command a page can call.
 *
 * The page's `invoke` takes its types from here; `app/commands/index.ts` does not compile until each row has
 * a handler; the allowlist check, the argument check and the reference pages read the row.
 */
export const commands = {
  "dialog.message": command<void>()(
    "dialog.message",
    v.strictObject({ message: v.string(), options: v.nullish(MessageDialogOptions) }),
  ),
  "dialog.ask": command<boolean>()(
    "dialog.ask",
    v.strictObject({ message: v.string(), options: v.nullish(ConfirmDialogOptions) }),
  ),
  "dialog.confirm": command<boolean>()(
    "dialog.confirm",
    v.strictObject({ message: v.string(), options: v.nullish(ConfirmDialogOptions) }),
  ),
  "dialog.open": command<null | string | string[]>()(
    "dialog.open",
    v.strictObject({ options: v.nullish(OpenDialogOptions) }),
  ),
  "dialog.save": command<null | string>()(
    "dialog.save",
    v.strictObject({ options: v.nullish(SaveDialogOptions) }),
  ),

  "fs.readTextFile": command<string>()("fs.readFile", v.strictObject({ path, options: v.nullish(FsOptions) })),
  "fs.readBinaryFile": command<Uint8Array>()(
    "fs.readFile",
    v.strictObject({ path, options: v.nullish(FsOptions) }),
  ),
  "fs.writeTextFile": command<void>()(
    "fs.writeFile",
    v.strictObject({
      path,
      contents: v.string(),
      append: v.nullish(v.boolean()),
      options: v.nullish(FsOptions),
    }),
  ),
  "fs.readDir": command<FileEntry[]>()(
    "fs.readDir",
    v.strictObject({ path, options: v.nullish(FsDirOptions) }),
  ),
  "fs.exists": command<boolean>()("fs.exists", v.strictObject({ path, options: v.nullish(FsOptions) })),
} as const;

export type CommandName = keyof typeof commands;
/** What a page hands to a command. */
export type CommandInput<N extends CommandName> = v.InferInput<(typeof commands)[N]["args"]>;
/** What the command's handler receives: the same, checked. */
export type CommandArgs<N extends CommandName> = v.InferOutput<(typeof commands)[N]["args"]>;
/** What the page's promise resolves with. */
export type CommandResult<N extends CommandName> = ReturnType<NonNullable<(typeof commands)[N]["result"]>>;
