import { limits } from "../../../contract/limits.ts";
import { callback } from "../../ffi/callback.ts";
import { Held } from "../../ffi/held.ts";
import { shown } from "../../shown-text.ts";
import { check, S_OK } from "../com/hresult.ts";
import { TASKDIALOG_BUTTON, TASKDIALOGCONFIG } from "../lib/comctl32.ts";
import { user32 } from "../lib/user32.ts";
import { wide } from "../wide-text.ts";
import { TDM_CLICK_BUTTON, type Closing } from "./closing.ts";
import { taskDialogFunction } from "./common-controls.ts";
import { common, numberOf, shownText, type MessageBox } from "./message-box.ts";
import { showPlainBox } from "./plain-box.ts";

/** Shows a message box until it is answered: with the index of the button. */
export function showMessageBox(box: MessageBox, closing: Closing): number {
  const run = taskDialogFunction();
  const pressed = run === null ? showPlainBox(box, closing) : showTaskDialog(box, run, closing);
  const index = box.buttons.findIndex((label, place) => numberOf(label, place) === pressed);
  return index < 0 ? box.buttons.length - 1 : index;
}

// Icons of Windows' own, as MAKEINTRESOURCE makes addresses of them.
const icons = { warning: 0xffff, error: 0xfffe, info: 0xfffd } as const;

// An "&" in the text stands for itself, as long as no links are wanted in it.
const TDF_ALLOW_DIALOG_CANCELLATION = 0x8;
const TDF_POSITION_RELATIVE_TO_WINDOW = 0x1000;
// Wide enough for the longest word, where the dialog's own width would cut it.
const TDF_SIZE_TO_CONTENT = 0x1000000;
const TDN_CREATED = 0;

// Those that are on the screen: the window, and what Windows reads of.
const onScreen = new Held<{ window: number; config: unknown }>("task dialogs");

const notified = callback("luLll>i", (window, notification, _wParam, _lParam, number) => {
  const dialog = onScreen.get(number);
  if (dialog !== undefined && notification === TDN_CREATED) dialog.window = window;
  return S_OK;
});

function showTaskDialog(
  { owner, title, text, kind, buttons }: MessageBox,
  run: NonNullable<ReturnType<typeof taskDialogFunction>>,
  closing: Closing,
): number {
  // Those with Windows' own words stand in Windows' own order, to the right of the others.
  const stock = buttons.flatMap((label) => ("stock" in label ? [common[label.stock].flag] : []));
  const own = TASKDIALOG_BUTTON.array(
    buttons.flatMap((label, place) =>
      "stock" in label ? [] : [{ nButtonID: numberOf(label, place), pszButtonText: wide(labelOf(label)) }],
    ),
  );
  const last = buttons.length - 1;
  const dialog = { window: 0, config: null as unknown };
  const number = onScreen.add(dialog);
  const config = TASKDIALOGCONFIG.make({
    cbSize: TASKDIALOGCONFIG.size,
    hwndParent: owner,
    dwFlags: TDF_ALLOW_DIALOG_CANCELLATION | TDF_POSITION_RELATIVE_TO_WINDOW | TDF_SIZE_TO_CONTENT,
    dwCommonButtons: stock.reduce((flags, flag) => flags | flag, 0),
    pszWindowTitle: wide(shown(title, limits.title)),
    pszMainIcon: icons[kind],
    pszContent: wide(shownText(text, owner)),
    cButtons: own.values.length,
    pButtons: own.values.length === 0 ? null : own.bytes,
    nDefaultButton: buttons[0] === undefined ? 0 : numberOf(buttons[0], 0),
    pfCallback: notified(),
    lpCallbackData: number,
  });
  dialog.config = config;
  const close = (): void => {
    const label = buttons[last];
    if (dialog.window === 0 || label === undefined) return;
    user32.PostMessageW(dialog.window, TDM_CLICK_BUTTON, numberOf(label, last), 0);
  };
  const pressed = new Int32Array(new ArrayBuffer(4));
  try {
    closing.whileShown(close, () => check("TaskDialogIndirect", run(config.bytes, pressed, null, null)));
  } finally {
    onScreen.take(number);
  }
  return pressed[0] ?? 0;
}

/** The text on a button, where "&" would mark the letter for the keyboard. */
function labelOf(label: { readonly text: string }): string {
  return shown(label.text, limits.label).replaceAll("&", "&&");
}
