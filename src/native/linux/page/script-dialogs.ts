import type { Address } from "../../ffi/signature.ts";
import { callback } from "../../ffi/callback.ts";
import type { PageDocument } from "../../shell/view/documents.ts";
import { warnBlocked } from "../../page/capability.ts";
import { webkit } from "../lib/webkit.ts";
import { pageViews } from "./page-view.ts";
import { dialogMarks } from "./webkit-traits.ts";

// The engine shows the dialogs of `alert`, `confirm` and `prompt` for any frame, with the page's
// address above them, and does not say whose they are: a frame of another site would ask for a
// password in the app's name. So a page that may call says first, with its key, that it is the one
// who asks. All its frames wait until that has been answered.

const asking = new WeakSet<PageDocument>();

/** Takes what a document says of its own dialogs; returns whether that was it. */
export function takeDialogMark(document: PageDocument, text: string): boolean {
  if (text === dialogMarks.begins) asking.add(document);
  else if (text === dialogMarks.ended) asking.delete(document);
  else return false;
  return true;
}

const WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM = 3;

/** Whether it asks whether to leave the page, which `dialogs/leave-dialog.ts` shows. */
export function isLeaveDialog(dialog: Address): boolean {
  return (
    webkit.webkit_script_dialog_get_dialog_type(dialog) ===
    WEBKIT_SCRIPT_DIALOG_BEFORE_UNLOAD_CONFIRM
  );
}

/** Closes a dialog without an answer, as if it was cancelled. */
export const dialogAsked = callback("ppL>b", (view: Address, dialog: Address) => {
  if (isLeaveDialog(dialog)) return false;
  const document = pageViews.get(view)?.documents.current ?? null;
  if (document === null || document.key === null || asking.has(document)) return false;
  warnBlocked(
    "a dialog of a frame",
    "frames of other sites show none, and others call those of the page",
  );
  return true;
});

/** Placed into all frames of such a page: those that may reach its window ask as the page does. */
export const frameDialogs = `{
  const { frameElement, top } = window;
  try {
    if (frameElement !== null) for (const name of ["alert", "confirm", "prompt"]) window[name] = top[name];
  } catch {}
}`;
