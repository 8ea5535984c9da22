import type { Address } from "../../src/native/ffi/signature.ts";
import { webkit } from "./toolkit.ts";
import type { View } from "./view.ts";

// WebKitScriptDialogType, as far as hosts are asked.
const kinds = ["alert", "confirm", "prompt"] as const;

/** The questions of scripts in a view, until the host has answered. */
export class Dialogs {
  readonly #view: View;
  readonly #waiting = new Map<number, Address>();

  constructor(view: View) {
    this.#view = view;
  }

  /** True if the host was asked. */
  ask(dialog: Address): boolean {
    const kind = kinds[webkit.webkit_script_dialog_get_dialog_type(dialog)];
    if (kind === undefined) return false;
    const number = this.#view.navigations.newDecision();
    this.#waiting.set(number, webkit.webkit_script_dialog_ref(dialog));
    this.#view.tell({
      tells: "dialog",
      dialog: number,
      kind,
      text: webkit.webkit_script_dialog_get_message(dialog) ?? "",
      given:
        kind === "prompt"
          ? (webkit.webkit_script_dialog_prompt_get_default_text(dialog) ?? "")
          : "",
    });
    return true;
  }

  answer(number: number, text: string | null): void {
    const dialog = this.#waiting.get(number);
    if (dialog === undefined) return;
    this.#waiting.delete(number);
    const kind = kinds[webkit.webkit_script_dialog_get_dialog_type(dialog)];
    if (kind === "confirm")
      webkit.webkit_script_dialog_confirm_set_confirmed(dialog, text !== null);
    if (kind === "prompt" && text !== null)
      webkit.webkit_script_dialog_prompt_set_text(dialog, text);
    webkit.webkit_script_dialog_close(dialog);
    webkit.webkit_script_dialog_unref(dialog);
  }

  close(): void {
    for (const number of this.#waiting.keys()) this.answer(number, null);
  }
}
