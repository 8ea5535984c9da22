import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import type { Address } from "../../ffi/signature.ts";
import type { Dialog, DialogQueue } from "../../shell/dialog-queue.ts";
import { glib } from "../lib/glib.ts";
import { webkit } from "../lib/webkit.ts";
import { connect } from "../object.ts";
import { isLeaveDialog } from "../page/script-dialogs.ts";
import type { GtkWebView } from "../page/webview.ts";
import { openMessageBox } from "./message-box.ts";
import { literalLabel } from "./toolkit-text.ts";

// The engine's own dialog is inside the view, and does not report when the user stays. This one has
// the engine's texts, and blocks the window as the other dialogs do.

/** The window whose page asks whether it may be left. */
export interface AskingWindow {
  readonly address: Address;
  readonly title: string;
  readonly view: GtkWebView;
}

interface Asking {
  readonly window: AskingWindow;
  readonly label: string;
  readonly dialogs: DialogQueue;
}

const windows = new Held<Asking>("leave dialogs");

const asked = callback("ppL>b", (_view, dialog, number) => {
  const asking = windows.get(number);
  if (asking === undefined || !isLeaveDialog(dialog)) return false;
  ask(asking, webkit.webkit_script_dialog_ref(dialog));
  return true; // it is answered later
});

/**
 * Asks the user when the window's page is about to be left and requests confirmation, until the
 * returned function is called.
 */
export function watchLeaveDialogs(
  window: AskingWindow,
  label: string,
  dialogs: DialogQueue,
): () => void {
  const number = windows.add({ window, label, dialogs });
  connect(window.view.address, "script-dialog", asked, number);
  return () => void windows.take(number);
}

function ask({ window, label, dialogs }: Asking, scriptDialog: Address): void {
  const { leaving } = window.view;
  let isAnswered = false;
  const answer = (leaves: boolean): void => {
    if (isAnswered) return;
    isAnswered = true;
    webkit.webkit_script_dialog_confirm_set_confirmed(scriptDialog, leaves);
    webkit.webkit_script_dialog_close(scriptDialog);
    webkit.webkit_script_dialog_unref(scriptDialog);
    leaving.questionAnswered(leaves);
  };
  leaving.questionShown();
  let close = (): void => {};
  const dialog: Dialog<void> = {
    cancelled: undefined,
    show: () =>
      new Promise((resolve) => {
        const closeBox = openMessageBox(leaveBox(window, scriptDialog), (button) => {
          answer(button === 0);
          resolve();
        });
        close = () => {
          closeBox();
          // At once: the window closes next, and the view with it.
          answer(false);
          resolve();
        };
      }),
    close: () => close(),
  };
  void dialogs.add({ id: null, window: label }, dialog).then(() => answer(false));
}

function leaveBox(
  window: AskingWindow,
  scriptDialog: Address,
): Parameters<typeof openMessageBox>[0] {
  const message = webkit.webkit_script_dialog_get_message(scriptDialog) ?? "";
  return {
    parent: window.address,
    kind: "question",
    title: window.title,
    text: engineText("Are you sure you want to leave this page?"),
    ...(message !== "" && { detail: message }),
    buttons: ["Leave Page", "Stay on Page"].map((label) => literalLabel(engineText(label))),
  };
}

/** The engine's own text in the user's language. */
function engineText(text: string): string {
  return glib.g_dgettext("WebKitGTK-4.1", text);
}
