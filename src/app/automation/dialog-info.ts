import type { DialogAnswer, DialogInfo } from "../../contract/automation.ts";
import { FrameworkError } from "../../contract/errors.ts";
import type { ToUi } from "../../contract/page/message.ts";
import type { ButtonLabel } from "../../contract/ui/index.ts";

/** A call that shows a dialog. */
export type DialogCall = Extract<
  ToUi,
  { readonly call: "dialog.message" | "dialog.choose" | "dialog.file" }
>;

export function isDialogCall(message: ToUi): message is DialogCall {
  return (
    message.call === "dialog.message" ||
    message.call === "dialog.choose" ||
    message.call === "dialog.file"
  );
}

/** Describes a dialog for the line. */
export function dialogInfo(message: DialogCall): DialogInfo {
  const common = {
    id: message.id,
    window: message.args.window,
    title: message.args.title,
    icon: null,
    text: null,
    detail: null,
    buttons: [],
    checkbox: null,
    filters: [],
    folder: null,
    name: null,
    multiple: false,
  };
  if (message.call === "dialog.file") {
    const { mode, filters, folder, name, multiple, notice } = message.args;
    return { ...common, kind: mode, text: notice, filters, folder, name, multiple };
  }
  const { kind, text } = message.args;
  if (message.call === "dialog.message")
    return {
      ...common,
      kind: "message",
      icon: kind,
      text,
      buttons: message.args.buttons.map(buttonText),
    };
  const { detail, buttons, checkbox } = message.args;
  return {
    ...common,
    kind: "choice",
    icon: kind,
    text,
    detail,
    checkbox,
    buttons: buttons.map(buttonText),
  };
}

const stockTexts = { ok: "OK", cancel: "Cancel", yes: "Yes", no: "No" } as const;

function buttonText(label: ButtonLabel): string {
  return "stock" in label ? stockTexts[label.stock] : label.text;
}

/**
 * The result that a held dialog settles with.
 * @throws FrameworkError `bad-argument` for an answer that such a dialog cannot give
 */
export function dialogResult(message: DialogCall, answer: DialogAnswer): unknown {
  const { kind, buttons, multiple } = dialogInfo(message);
  const refuse = (wanted: string): FrameworkError =>
    new FrameworkError(
      "bad-argument",
      `Cannot answer the ${kind} dialog with ${JSON.stringify(answer)}: want ${wanted}`,
    );
  if (message.call === "dialog.file") {
    if (answer === null) return [];
    if (!("paths" in answer)) throw refuse("paths");
    if (answer.paths.length !== 1 && !(multiple && answer.paths.length > 1))
      throw refuse("one path");
    return answer.paths;
  }
  if (answer !== null && !("button" in answer)) throw refuse("a button");
  const index = answer === null ? -1 : buttons.indexOf(answer.button);
  if (answer !== null && index === -1) throw refuse(`one of ${JSON.stringify(buttons)}`);
  if (message.call === "dialog.message") return index === -1 ? buttons.length - 1 : index;
  const { cancelButton, checkbox } = message.args;
  const checked = answer?.checked ?? checkbox?.checked ?? false;
  return { button: index === -1 ? cancelButton : index, checked: checkbox !== null && checked };
}
