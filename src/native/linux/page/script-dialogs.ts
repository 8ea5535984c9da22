import type { Address } from "../../ffi/signature.ts";
import { callback } from "../../ffi/callback.ts";
import type { Documents, PageDocument } from "../../shell/view/documents.ts";
import { warnBlocked } from "../../page/capability.ts";
import { heldPrompts } from "../../page/held-prompts.ts";
import { webkit } from "../lib/webkit.ts";
import { pageViews } from "./page-view.ts";
import { dialogMarks } from "./webkit-traits.ts";

// The engine shows the dialogs of `alert`, `confirm` and `prompt` for any frame, with the page's
// address above them, and does not report the frame: a frame of another site could ask for a
// password in the app's name. So a page that may call first announces, with its key, that it is the
// one asking. All its frames wait until the dialog has been answered.

const asking = new WeakSet<PageDocument>();

/** Handles a document's announcement of its own dialogs; returns whether the text was one. */
export function takeDialogMark(document: PageDocument, text: string): boolean {
  if (text === dialogMarks.begins) asking.add(document);
  else if (text === dialogMarks.ended) asking.delete(document);
  else return false;
  return true;
}

const WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM = 3;

/** Whether it asks about leaving the page, which `dialogs/leave-dialog.ts` shows. */
export function isLeaveDialog(dialog: Address): boolean {
  return (
    webkit.webkit_script_dialog_get_dialog_type(dialog) ===
    WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM
  );
}

/** Closes a dialog without an answer, as if it was cancelled. */
export const dialogAsked = callback("ppL>b", (view: Address, dialog: Address) => {
  if (isLeaveDialog(dialog)) return false;
  const documents = pageViews.get(view)?.documents;
  const document = documents?.current ?? null;
  if (documents === undefined || document === null) return false;
  if (document.key === null || asking.has(document)) return isHeld(documents, dialog);
  warnBlocked(
    "a dialog of a frame",
    "frames of other sites show none, and others call those of the page",
  );
  return true;
});

/** The names of `WebKitScriptDialogType`, in its order. */
const kinds = ["alert", "confirm", "prompt"] as const;

/** Whether a testing tool answers the dialog, which the engine waits for then. */
function isHeld(documents: Documents, dialog: Address): boolean {
  const kind = kinds[webkit.webkit_script_dialog_get_dialog_type(dialog)];
  if (kind === undefined) return false;
  const isPrompt = kind === "prompt";
  const prompt = {
    kind,
    text: webkit.webkit_script_dialog_get_message(dialog) ?? "",
    given: (isPrompt ? webkit.webkit_script_dialog_prompt_get_default_text(dialog) : null) ?? "",
  };
  const isTaken = heldPrompts.take(documents, prompt, (text) => {
    if (kind === "confirm")
      webkit.webkit_script_dialog_confirm_set_confirmed(dialog, text !== null);
    if (isPrompt && text !== null) webkit.webkit_script_dialog_prompt_set_text(dialog, text);
    webkit.webkit_script_dialog_close(dialog);
    webkit.webkit_script_dialog_unref(dialog);
  });
  if (isTaken) webkit.webkit_script_dialog_ref(dialog);
  return isTaken;
}

/** Placed into all frames of such a page: those that may reach its window ask as the page does. */
export const frameDialogs = `{
  const { frameElement, top } = window;
  try {
    if (frameElement !== null) for (const name of ["alert", "confirm", "prompt"]) window[name] = top[name];
  } catch {}
}`;
