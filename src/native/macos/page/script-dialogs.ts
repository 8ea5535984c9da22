import { limits } from "../../../contract/limits.ts";
import type { Address } from "../../ffi/signature.ts";
import { shown } from "../../shown-text.ts";
import { showAlert } from "../dialogs/alert.ts";
import { systemWord } from "../dialogs/system-word.ts";
import { NSTextField } from "../lib/appkit/controls.ts";
import { withPool } from "../objc/pool.ts";
import { nsString, textOf } from "../objc/text.ts";

/** A script's question, which blocks the script. */
export interface ScriptQuestion {
  readonly kind: "alert" | "confirm" | "prompt";
  /** The asking site, if it is no page of the app's. */
  readonly site: string;
  readonly text: string;
  /** The initial text of the field of `prompt`. */
  readonly given: string;
}

const fieldSize = { x: 0, y: 0, width: 300, height: 24 };

/**
 * Shows the dialog of a script on a window. The answer is the field's text, or an empty one without
 * a field; `null`: it was cancelled. The returned function closes it as cancelled.
 */
export function showScriptDialog(
  window: Address,
  { kind, site, text, given }: ScriptQuestion,
  answer: (text: string | null) => void,
): () => void {
  return withPool(() => {
    const ok = systemWord("OK");
    const field = kind === "prompt" ? NSTextField.make("initWithFrame:", fieldSize) : null;
    field?.send("setStringValue:", nsString(given));
    return showAlert(
      window,
      {
        kind: "info",
        title: site,
        text: shown(text, limits.dialogText),
        buttons: kind === "alert" ? [ok] : [ok, systemWord("Cancel")],
        field: field?.address ?? null,
      },
      (button) => {
        const entered = field === null ? "" : textOf(field.send("stringValue"));
        field?.[Symbol.dispose]();
        answer(button === 0 ? entered : null);
      },
    );
  });
}
