import * as v from "valibot";
import { command } from "./command.ts";
import { limits } from "../limits.ts";
import { listUpTo, textUpTo } from "../text/up-to.ts";

// A saved file gets the first extension of its filter: with a separator in it, a page could
// redirect the user's choice into another folder.
const extension = v.pipe(
  v.string(),
  v.regex(/^\.?(?:\*|[^./\\*][^/\\*]*)$/, 'an ending such as "txt", or "*" for every file'),
);

/** One entry of a file dialog's list of file types. */
export const DialogFilter = v.strictObject({
  /** The label for the user, for example "Images". */
  name: v.string(),
  /** Without a leading dot (one is tolerated); `"*"` matches every file. Case is ignored. */
  extensions: listUpTo(extension, limits.fileExtensions),
});

export const dialogKinds = ["info", "warning", "error"] as const;
export type DialogKind = (typeof dialogKinds)[number];

const text = v.nullish(v.string());
const flag = v.nullish(v.boolean());
const kind = v.nullish(v.picklist(dialogKinds));
const filters = v.nullish(listUpTo(DialogFilter, limits.fileKinds));

export const MessageDialogOptions = v.strictObject({
  /** Default, also for an empty title: the application's name. */
  title: text,
  /** Default: `"info"`. Decides the icon. */
  type: kind,
  /** Default: the toolkit's own, in the user's language. */
  okLabel: text,
});

export const ConfirmDialogOptions = v.strictObject({
  ...MessageDialogOptions.entries,
  /** Default: the toolkit's own, in the user's language. */
  cancelLabel: text,
});

const label = v.pipe(textUpTo(limits.label), v.nonEmpty("a text with at least one character"));

export const ChoiceButtonOptions = v.strictObject({
  /**
   * The value that `choose` resolves with when this button is pressed. Unique among the buttons.
   */
  id: textUpTo(limits.label),
  /** Shown literally: `_` and `&` mark no access key. */
  text: label,
  /**
   * `"default"`: Return presses it. `"cancel"`: Escape and the close box press it. `"destructive"`:
   * it is marked as dangerous, on systems that mark such buttons.
   */
  role: v.nullish(v.picklist(["default", "cancel", "destructive"])),
});

const placeOrId = v.nullish(v.union([v.pipe(v.number(), v.integer()), v.string()]));

export const ChooseDialogOptions = v.strictObject({
  title: MessageDialogOptions.entries.title,
  type: MessageDialogOptions.entries.type,
  /** The affirmative button first. Each system puts the buttons in its own order. */
  buttons: v.pipe(
    listUpTo(v.union([label, ChoiceButtonOptions]), limits.dialogButtons),
    v.nonEmpty("a list of at least one button"),
  ),
  /**
   * The index or the id of the button that Return presses. Default: the first that is not
   * destructive.
   */
  defaultButton: placeOrId,
  /**
   * The index or the id of the button that Escape and the close box press. Default: none, and they
   * give -1.
   */
  cancelButton: placeOrId,
  /** Shown below the message, in smaller letters. */
  detail: text,
  /** A box to check, with its text: `"Do not ask again"`, or `{ text, checked }`. */
  checkbox: v.nullish(v.union([label, v.strictObject({ text: label, checked: flag })])),
});

export const OpenDialogOptions = v.strictObject({
  /** Default, also for an empty title: the toolkit's own, in the user's language. */
  title: text,
  filters,
  /** A folder or file to start from. `$DOCUMENT/…` and `~/…` are understood. */
  defaultPath: text,
  /** Default: false. */
  multiple: flag,
  /** Choose folders instead of files. Default: false. */
  directory: flag,
  /**
   * With `directory`: adds everything below the folder to the scopes, not only its direct children.
   */
  recursive: flag,
});

export const SaveDialogOptions = v.strictObject({
  /** Default, also for an empty title: the toolkit's own, in the user's language. */
  title: text,
  filters,
  /** An existing folder to show; any other path presets the file name and shows its folder. */
  defaultPath: text,
});

export type DialogFilter = v.InferInput<typeof DialogFilter>;
export type MessageDialogOptions = v.InferInput<typeof MessageDialogOptions>;
export type ConfirmDialogOptions = v.InferInput<typeof ConfirmDialogOptions>;
export type ChoiceButtonOptions = v.InferInput<typeof ChoiceButtonOptions>;
/** A button of `choose`: its text, or its options. */
export type ChoiceButton = string | ChoiceButtonOptions;
export interface ChooseDialogOptions<Button extends ChoiceButton = ChoiceButton> extends Omit<
  v.InferInput<typeof ChooseDialogOptions>,
  "buttons"
> {
  readonly buttons: readonly Button[];
}

/** The answer to `choose`. */
export interface Chosen<Button extends ChoiceButton = ChoiceButton> {
  /**
   * The id of the pressed button, or its index when it has no id; -1: none was pressed, and
   * `cancelButton` names none.
   */
  readonly button: -1 | (Button extends { readonly id: infer Id } ? Id : number);
  /** The state of the checkbox; `false` without one. */
  readonly checked: boolean;
}
export type OpenDialogOptions = v.InferInput<typeof OpenDialogOptions>;
export type SaveDialogOptions = v.InferInput<typeof SaveDialogOptions>;

export const dialogCommands = {
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
  "dialog.choose": command<Chosen>()(
    "dialog.choose",
    v.strictObject({ message: v.string(), options: ChooseDialogOptions }),
  ),
  "dialog.open": command<null | string | string[]>()(
    "dialog.open",
    v.strictObject({ options: v.nullish(OpenDialogOptions) }),
  ),
  "dialog.save": command<null | string>()(
    "dialog.save",
    v.strictObject({ options: v.nullish(SaveDialogOptions) }),
  ),
} as const;
