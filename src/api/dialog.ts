/**
 * The system's own dialogs.
 *
 * Also `window.__FRAMEWORK__.dialog` when `build.withGlobalFramework` is true. Each function needs
 * its flag in the configuration, or `all`:
 *
 * ```json
 * { "framework": { "allowlist": { "dialog": { "open": true, "save": true, "message": true, "ask": true, "confirm": true } } } }
 * ```
 *
 * Every dialog belongs to the calling window and blocks only that window. Dialogs of one window are
 * shown one after the other.
 */
import type {
  ChoiceButton,
  ChooseDialogOptions,
  Chosen,
  ConfirmDialogOptions,
  MessageDialogOptions,
  OpenDialogOptions,
  SaveDialogOptions,
} from "../contract/commands/dialog.ts";
import { invoke } from "./invoke.ts";
import { shownText } from "./parts/text.ts";
import { titled } from "./parts/titled.ts";

export type {
  ChoiceButton,
  ChoiceButtonOptions,
  ChooseDialogOptions,
  Chosen,
  ConfirmDialogOptions,
  DialogFilter,
  MessageDialogOptions,
  OpenDialogOptions,
  SaveDialogOptions,
} from "../contract/commands/dialog.ts";

/**
 * Shows a message with an Ok button.
 *
 * Resolves when the user has closed it, in any way. Rejects when it cannot be shown. A text with
 * more than 5,000 characters or 500 lines is truncated, here and in `ask` and `confirm`. Needs
 * `framework.allowlist.dialog.message`.
 *
 * @param message the shown text; for an error, its message, and for any other value, the result of
 * `String`
 * @param options the title, or more
 *
 * @example
 * await message("The file was saved", { title: "Notes" });
 */
export async function message(
  message: string | Error,
  options?: string | MessageDialogOptions,
): Promise<void> {
  return await invoke("dialog.message", {
    message: shownText(message),
    options: titled("dialog.message", options),
  });
}

/**
 * Asks a question with the buttons Yes and No.
 *
 * Resolves with true when Yes was pressed; No, Escape and the close box are false. For "Save, Don't
 * Save, Cancel" use `choose`, which distinguishes them. Needs `framework.allowlist.dialog.ask`.
 *
 * @param message the shown text; for an error, its message, and for any other value, the result of
 * `String`
 * @param options the title, or more
 *
 * @example
 * const sure = await ask("Delete the draft?", { title: "Notes", type: "warning" });
 */
export async function ask(
  message: string | Error,
  options?: string | ConfirmDialogOptions,
): Promise<boolean> {
  return await invoke("dialog.ask", {
    message: shownText(message),
    options: titled("dialog.ask", options),
  });
}

/**
 * Asks a question with the buttons Ok and Cancel.
 *
 * Resolves with true when Ok was pressed; Cancel, Escape and the close box are false. For more than
 * two answers use `choose`. Needs `framework.allowlist.dialog.confirm`.
 *
 * @param message the shown text; for an error, its message, and for any other value, the result of
 * `String`
 * @param options the title, or more
 *
 * @example
 * if (await confirm("This cannot be undone", { okLabel: "Delete" })) remove();
 */
export async function confirm(
  message: string | Error,
  options?: string | ConfirmDialogOptions,
): Promise<boolean> {
  return await invoke("dialog.confirm", {
    message: shownText(message),
    options: titled("dialog.confirm", options),
  });
}

/**
 * Asks a question with any number of buttons.
 *
 * Resolves with the id of the pressed button (its index in `buttons` for one that is only a text),
 * and with the state of the checkbox. Escape and the close box give the button with the role
 * `"cancel"`, or the one of `cancelButton`, and -1 when there is none. Each system puts the buttons
 * in its own order, so the affirmative one comes first here: on Windows at the left, elsewhere at
 * the right. Needs `framework.allowlist.dialog.choose`.
 *
 * - Windows: no button is marked as dangerous.
 * - macOS: `title` is not shown beside a `detail`. Three or more buttons are stacked.
 *
 * @param message the shown text; for an error, its message, and for any other value, the result of
 * `String`
 *
 * @example
 * const { button } = await choose("Save the changes to Draft.md?", {
 *   detail: "They are lost if you do not save them.",
 *   buttons: [
 *     { id: "save", text: "Save", role: "default" },
 *     { id: "discard", text: "Don't Save", role: "destructive" },
 *     { id: "cancel", text: "Cancel", role: "cancel" },
 *   ],
 * });
 */
export async function choose<const Button extends ChoiceButton>(
  message: string | Error,
  options: ChooseDialogOptions<Button>,
): Promise<Chosen<Button>> {
  return (await invoke("dialog.choose", {
    message: shownText(message),
    options,
  })) as Chosen<Button>;
}

/**
 * Opens a dialog for choosing files or folders.
 *
 * Resolves with `null` when cancelled, a string when one path was chosen, and an array when several
 * were, which only `multiple: true` permits. The chosen paths join the filesystem and asset scopes
 * until the app ends: a file itself, a folder with its direct children, or, with `recursive`,
 * everything below it. Needs `framework.allowlist.dialog.open`.
 *
 * - Linux: under Flatpak and Snap the desktop's portal shows the dialog, and may take `defaultPath`
 *   as a hint.
 *
 * @example
 * const folder = await open({ directory: true });
 * if (folder === null) return; // cancelled
 */
export function open(
  options: OpenDialogOptions & { multiple: true },
): Promise<null | string | string[]>;
export function open(
  options?: OpenDialogOptions & { multiple?: false | null },
): Promise<null | string>;
export function open(options?: OpenDialogOptions): Promise<null | string | string[]>;
export function open(options?: OpenDialogOptions): Promise<null | string | string[]> {
  return invoke("dialog.open", { options });
}

/**
 * Opens a dialog for choosing the path and the name of a file to save.
 *
 * Resolves with the path, or `null` when cancelled. A name without any extension of the selected
 * filter gets its first one; the user has agreed to replace a file of that name. The path joins the
 * filesystem and asset scopes until the app ends. No file is written. Needs
 * `framework.allowlist.dialog.save`.
 *
 * @example
 * const path = await save({ filters: [{ name: "Text", extensions: ["txt"] }] });
 * if (path !== null) await writeTextFile(path, text);
 */
export function save(options?: SaveDialogOptions): Promise<null | string> {
  return invoke("dialog.save", { options });
}
