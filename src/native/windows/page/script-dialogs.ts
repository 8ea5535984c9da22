import type { Address } from "../../ffi/signature.ts";
import { heldPrompts } from "../../page/held-prompts.ts";
import type { Documents } from "../../shell/view/documents.ts";
import { outText } from "../com/apartment.ts";
import { comObject, outNumber, outObject, type ObjectOf } from "../com/client.ts";
import {
  ICoreWebView2Deferral,
  ICoreWebView2ScriptDialogOpeningEventArgs,
} from "../lib/webview2-events.ts";
import type { ICoreWebView2, ICoreWebView2Settings } from "../lib/webview2.ts";
import { wide } from "../wide-text.ts";
import { onEvent } from "./handlers.ts";

// The engine shows the dialogs of scripts. A setting, which is used only for
// a testing tool, leaves them to the app.

/** COREWEBVIEW2_SCRIPT_DIALOG_KIND, in its order; the fourth asks before a page is left. */
const kinds = ["alert", "confirm", "prompt"] as const;

/** Has a tool answer what scripts of the view ask, where one does. */
export function holdScriptDialogs(
  documents: Documents,
  page: ObjectOf<typeof ICoreWebView2>,
  settings: ObjectOf<typeof ICoreWebView2Settings>,
): void {
  if (!heldPrompts.isHolding) return;
  settings.put_AreDefaultScriptDialogsEnabled(false);
  onEvent(
    "ScriptDialogOpening",
    (...to) => page.add_ScriptDialogOpening(...to),
    (args) => ask(documents, args),
  );
}

function ask(documents: Documents, args: Address): void {
  const borrowed = comObject(args, ICoreWebView2ScriptDialogOpeningEventArgs);
  const kind = kinds[outNumber((out) => borrowed.get_Kind(out))];
  // A tool that has a page go elsewhere is not asked whether it may.
  if (kind === undefined) return void borrowed.Accept();
  const prompt = {
    kind,
    text: outText((out) => borrowed.get_Message(out)) ?? "",
    given: outText((out) => borrowed.get_DefaultText(out)) ?? "",
  };
  const dialog = borrowed.again(ICoreWebView2ScriptDialogOpeningEventArgs);
  const deferral = outObject(ICoreWebView2Deferral, (out) => borrowed.GetDeferral(out));
  const answer = (text: string | null): void => {
    using _dialog = dialog;
    using _deferral = deferral;
    if (text !== null) {
      if (kind === "prompt") dialog.put_ResultText(wide(text));
      dialog.Accept();
    }
    deferral.Complete();
  };
  if (!heldPrompts.take(documents, prompt, answer)) answer(null);
}
